import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Caller } from '../../ports/caller.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { Sandbox } from '../../ports/sandbox.ts'
import type { SkillFolders } from '../../ports/skill-folders.ts'
import type { CatalogTool, JsonObject, Trace } from '../../ports/store/catalog.ts'
import type { Ledger } from '../../ports/store/ledger.ts'
import type { Originals } from '../../ports/store/originals.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import type { SchemaValidator } from '../../ports/tool-server.ts'
import type { CallerValues, UpstreamLogins } from '../../ports/upstream-logins.ts'
import {
  type Answers,
  type Capabilities,
  createAnswers,
  createCapabilities,
  createViews,
  type Details,
  type DiscoverInput,
  type DiscoverResponse,
  type Include,
} from './answer/answer.ts'
import {
  codeName,
  createCatalog,
  hintsOf,
  holdingsOf,
  type OwnTool,
  ownEntries,
  type RegisteredTool,
  resolveToolId,
} from './catalog/catalog.ts'
import {
  type Administration,
  admitCall,
  canAskPerson,
  createGateway,
  type Forwarding,
  type GatewaySettings,
  type Identities,
  type Offerings,
  shownEntries,
  type UpstreamsDeps,
  type Verdict,
} from './gateway/gateway.ts'
import { createPast, type RecordedRun, type Visitor } from './past/past.ts'
import {
  createRunner,
  type ExecuteCall,
  type ExecuteInput,
  type ExecuteResponse,
  type RunReport,
  type ScriptForm,
} from './run/run.ts'

export type { DiscoverResponse, DiscoverResult } from './answer/answer.ts'
export type { OwnTool } from './catalog/catalog.ts'
export type { GatewaySettings, PolicyLine } from './gateway/gateway.ts'
export type { ExecuteResponse } from './run/run.ts'

export interface DiscoveryDeps extends UpstreamsDeps {
  readonly originals: Originals
  readonly ledger: Ledger
  readonly tokenizer: Tokenizer
  readonly embedder?: Embedder | undefined
  readonly loadValidator: () => Promise<SchemaValidator>
  /** Absent: code is not run. */
  readonly sandbox?: Sandbox | undefined
  readonly skillFolders?: SkillFolders | undefined
  /** Milliseconds until the next call under `key` may come; 0 lets this one through and counts it. */
  readonly takeTurn: (key: string, perMinute: number) => number
  readonly logins: UpstreamLogins
  readonly callerValues: CallerValues
}

/** What is said of a tool, and what happens when this caller calls it. */
export interface JudgedDetails extends Details {
  readonly annotations?: JsonObject
  readonly call?: Verdict
}

/** Many tools behind a handful: find them, look at one, run them, learn from it. */
export interface Discovery extends Omit<Answers, 'next' | 'discover' | 'details'> {
  /** What a visitor was shown teaches only from what the same visitor does. */
  discover(input: DiscoverInput, signal?: AbortSignal, visitor?: Visitor): Promise<DiscoverResponse>
  /** With what policy says of a call to it, so that nobody is surprised. */
  details(id: string, include: Include, caller?: Caller): Promise<JudgedDetails>
  execute(input: ExecuteInput, call: ExecuteCall): Promise<ExecuteResponse>
  register(
    server: string,
    tools: readonly RegisteredTool[],
    description?: string,
  ): Promise<readonly CatalogTool[]>
  record(run: RecordedRun, caller?: Visitor['caller']): Promise<Trace>
  readonly capabilities: Capabilities
  readonly gateway: Administration
  readonly forwarding: Forwarding
  /** Prompts and resources of the upstreams. */
  readonly offerings: Offerings
  /** Which of them the configuration has offered. */
  readonly offers: GatewaySettings['offers']
  /** Told when the tools of an upstream changed; the function that is returned ends that. */
  onToolsChanged(listener: () => void): () => void
  /** Logins and secrets of people at upstream servers. */
  readonly identities: Identities
  /** Reads what changed in the catalog now, so that the next search need not. */
  refresh(): Promise<void>
  /** Makes tools of our own findable and runnable beside the upstreams'; they are asked for once, when needed. */
  offer(load: () => Promise<readonly OwnTool[]>): void
}

export function createDiscovery(deps: DiscoveryDeps): Discovery {
  const { catalog, log, settings, now, pause } = deps
  const onEmbedderFailure = (error: unknown): void =>
    log.warn('discover-without-vectors', {
      cause: error instanceof Error ? error.message : String(error),
      ...(error instanceof EngineError && error.hint ? { hint: error.hint } : {}),
    })
  const onStudyFailure = (error: unknown): void =>
    log.warn('discover-not-studied', { cause: String(error) })
  const { maxStringChars, maxMediaBytes, resultTtlMs } = settings
  const trimDeps = { ...deps, maxStringChars, maxMediaBytes, ttlMs: resultTtlMs }

  const known = createCatalog(deps)
  const past = createPast({ catalog, now, pause, onStudyFailure })
  const { embedder } = deps
  const views = createViews({ ...known, runs: past.runs, embedder, onEmbedderFailure, pause })
  const recorder = past.recorder(views)
  const gateway = createGateway({
    ...deps,
    views,
    trimDeps,
  })
  const { upstreams, admission, callUpstream, administration, forwarding } = gateway
  const answers = createAnswers({ ...deps, ...known, views, trimDeps, onEmbedderFailure })
  const runner = createRunner({
    ...deps,
    trimDeps,
    ownTool: known.own.named,
    callUpstream,
    mayCall: known.isConnected,
    maxStringChars: (caller, tool) => admission.verdictOn(caller, tool).maxStringChars,
    checkPolicy({ caller, client }, tool, args, isConfirmed) {
      const isGiven = isConfirmed || canAskPerson(client)
      admission.checkCall(caller, tool, args, isGiven ? 'given' : 'missing')
    },
    async askPerson({ caller, client, signal }, tool, args) {
      if (!canAskPerson(client)) return
      await admitCall(admission, tool, args, 'missing', { caller, client, signal })
    },
  })

  /** Nothing has to be looked at while nothing is hidden from anybody. */
  async function shownTo(
    caller: Caller | undefined,
  ): Promise<ReturnType<typeof shownEntries> | undefined> {
    const held = await views.holdings()
    const isOwn = ownEntries(held, caller)
    if (settings.policy().rules.length === 0) return isOwn
    const isAllowed = shownEntries(admission, held, caller)
    return isOwn ? (entry) => isOwn(entry) && isAllowed(entry) : isAllowed
  }

  /** What is configured can be used before anybody searched for it. */
  async function listServersOf(
    ids: readonly string[],
    caller: Caller | undefined,
    code = '',
  ): Promise<void> {
    const { tools, capabilities } = await views.holdings()
    const behind = (id: string): readonly string[] =>
      capabilities.get(id.split('#step')[0] ?? '')?.source.dag?.tasks.map(({ tool }) => tool) ?? [
        id,
      ]
    const unknown = ids.flatMap(behind).filter((id) => resolveToolId(tools, id) === undefined)
    if (unknown.length === 0 && code === '') return
    await upstreams.listNewcomers(
      (server) => code.includes(codeName(server)) || unknown.some((id) => mayBeOf(id, server)),
      caller,
    )
  }

  return {
    ...answers,
    async tools() {
      await upstreams.listNewcomers()
      return answers.tools()
    },
    async discover(input, signal, visitor = { source: 'library' }) {
      const pending = await upstreams.listNewcomers(undefined, visitor.caller)
      const isShown = await shownTo(visitor.caller)
      const filter = { ...input.filter, isShown }
      const { meta, ...response } = await answers.discover({ ...input, filter }, signal)
      await recorder.noteShown(visitor, input.intent, response.results)
      return { ...response, meta: { ...meta, ...(pending.length > 0 ? { pending } : {}) } }
    },
    async details(id, include, caller) {
      await listServersOf([id], caller)
      const isShown = (await shownTo(caller)) ?? (() => true)
      if (!isShown({ id })) throw notAllowed(id)
      const details = await answers.details(id, include, caller, isShown)
      if (!isShown(details)) throw notAllowed(details.id)
      const tool = (await views.holdings()).tools.get(details.id)
      if (!tool) return details
      const call = admission.verdictOn(caller, tool)
      return { ...details, annotations: hintsOf(tool.annotations), call }
    },
    async execute(input, call) {
      if (input.id?.startsWith('skill:')) throw readNotRun(input.id)
      const ids = [input.id ?? [], ...(input.dag?.tasks ?? []).map(({ tool }) => tool)].flat()
      await listServersOf(ids, call.caller, input.code)
      for (const server of deps.servers.names())
        if (ids.some((id) => id.startsWith(`tool:${server}:`)))
          await upstreams.requireListed(server, call.caller)
      const intent = input.intent ?? recorder.intentFor(call, input.id)
      const isNamed = await shownTo(call.caller)
      const held = { ...holdingsOf(await views.holdings(), call.caller), isNamed }
      const by = call.caller ? { by: call.caller.name } : {}
      let proposed: Pick<ExecuteResponse, 'proposed'> = {}
      const keep = async (
        trace: Trace,
        { tasks }: RunReport,
        script?: ScriptForm,
      ): Promise<void> => {
        const [tool] = trace.tools
        if (tool === undefined) return
        const learned = await recorder.keep(
          { ...trace, ...by, intent: trace.intent || recorder.intentFor(call, tool) },
          script,
        )
        if (learned && script) proposed = { proposed: { id: learned.id, inputs: learned.inputs } }
        if (tasks.length !== 1 || !trace.isSuccess || trace.capability) return
        const [output, args = {}] = [tasks[0]?.output, input.args]
        await recorder.noteCall(call, { at: now(), tool, args, output, intent })
      }
      const { response, trace } = await runner.execute(held, { ...input, intent }, call, keep)
      const usual = response.status === 'success' ? await answers.next(trace) : []
      const isShown = (await shownTo(call.caller)) ?? (() => true)
      const next = usual.filter((id) => isShown({ id }))
      return { ...response, ...proposed, ...(next.length > 0 ? { usuallyNext: next } : {}) }
    },
    register: known.register,
    record: (run, caller) => recorder.record(run, caller?.name),
    capabilities: createCapabilities({ ...deps, views }),
    gateway: administration,
    identities: gateway.identities,
    forwarding,
    offerings: gateway.offerings,
    offers: settings.offers,
    onToolsChanged: upstreams.onChange,
    async refresh() {
      await views.current()
    },
    offer: known.own.offer,
  }
}

function notAllowed(id: string): EngineError {
  return new EngineError('policy_denied', phrase`${id} is not allowed to this caller`, {
    hint: '`tamis gateway policy check` shows who may use what.',
    details: { id },
  })
}

function readNotRun(id: string): EngineError {
  return new EngineError('tool_not_callable', phrase`${id} is a skill: it is read, not run`, {
    hint: phrase`pml_get_details {"id":"${id}"}, or \`tamis details ${id}\`, gives its instructions.`,
    details: { id },
  })
}

/** Whether an id may be one of a server's tools: no other server is waited for. */
function mayBeOf(id: string, server: string): boolean {
  const [kind, named] = id.split(':', 2)
  if (kind === 'tool' || kind === 'skill') return named === server
  return id.startsWith(`${server}:`) || !id.includes(':')
}
