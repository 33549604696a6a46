import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { AskedClient } from '../../ports/asked-client.ts'
import type { Caller } from '../../ports/caller.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { SkillFolders } from '../../ports/files/skill-folders.ts'
import type { Sandbox } from '../../ports/sandbox.ts'
import type { CatalogTool, JsonObject, Trace } from '../../ports/store/catalog.ts'
import type { Ledger } from '../../ports/store/ledger.ts'
import type { Originals } from '../../ports/store/originals.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import type { SchemaValidator, ToolServers } from '../../ports/tool-server.ts'
import type { CallerValues, UpstreamLogins } from '../../ports/upstream-logins.ts'
import {
  type Answers,
  type Capabilities,
  createAnswers,
  createCapabilities,
  createSearchAccount,
  createViews,
  type Details,
  type DiscoverInput,
  type DiscoverResponse,
  type Include,
} from './answer/answer.ts'
import { createCatalog, hintsOf, type OwnTool, type RegisteredTool } from './catalog/catalog.ts'
import { executeRecorded } from './execute-recorded.ts'
import {
  type Administration,
  admitCall,
  canAskPerson,
  createClientTools,
  createGateway,
  type Forwarding,
  type GatewaySettings,
  type Identities,
  type Offerings,
  type UpstreamsDeps,
  type Verdict,
} from './gateway/gateway.ts'
import { createPast, type RecordedRun, type Visitor } from './past/past.ts'
import { createReach } from './reach.ts'
import {
  createRunner,
  type ExecuteCall,
  type ExecuteInput,
  type ExecuteResponse,
} from './run/run.ts'

export type { DiscoverResponse, DiscoverResult } from './answer/answer.ts'
export type { OwnTool } from './catalog/catalog.ts'
export type { GatewaySettings, PolicyLine } from './gateway/gateway.ts'
export type { ExecuteResponse } from './run/run.ts'

export interface DiscoveryDeps extends Omit<UpstreamsDeps, 'clientTools'> {
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
interface JudgedDetails extends Details {
  readonly annotations?: JsonObject
  readonly call?: Verdict
}

/** Many tools behind a handful: find them, look at one, run them, learn from it. */
export interface Discovery extends Omit<Answers, 'next' | 'discover' | 'details'> {
  /** What a visitor was shown teaches only from what the same visitor does; its client may have tools of its own. */
  discover(
    input: DiscoverInput,
    signal?: AbortSignal,
    visitor?: Visitor & { readonly client?: AskedClient | undefined },
  ): Promise<DiscoverResponse>
  /** With what policy says of a call to it, so that nobody is surprised. */
  details(
    id: string,
    include: Include,
    caller?: Caller,
    client?: AskedClient,
  ): Promise<JudgedDetails>
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

  const clientTools = createClientTools(deps.digest)
  const known = createCatalog({ ...deps, clientTools: clientTools.all })
  const past = createPast({ catalog, now, pause, onStudyFailure })
  const { embedder } = deps
  const views = createViews({ ...known, runs: past.runs, embedder, onEmbedderFailure, pause })
  const recorder = past.recorder(views)
  const gateway = createGateway({
    ...deps,
    clientTools,
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

  const accountSearch = createSearchAccount(deps)
  const reach = createReach({ views, upstreams, admission, settings, clientTools })

  return {
    ...answers,
    async tools() {
      await upstreams.listNewcomers()
      return answers.tools()
    },
    async discover(input, signal, visitor = { source: 'library' }) {
      const pending = await upstreams.listNewcomers(undefined, visitor.caller)
      const isShown = await reach.shownTo(visitor.caller, visitor.client)
      const filter = { ...input.filter, isShown }
      const found = await answers.discover({ ...input, filter }, signal)
      const response = withMissing(found, pending, deps.servers)
      await recorder.noteShown(visitor, input.intent, response.results)
      const { tools } = await views.holdings()
      await accountSearch({
        visitor,
        intent: input.intent,
        response,
        tools: isShown ? [...tools.values()].filter(isShown) : tools.values(),
      })
      return response
    },
    async details(id, include, caller, client) {
      await reach.listServersOf([id], caller)
      const isShown = (await reach.shownTo(caller, client)) ?? (() => true)
      if (!isShown({ id })) throw notAllowed(id)
      const details = await answers.details(id, include, caller, isShown)
      if (!isShown(details)) throw notAllowed(details.id)
      const tool = (await views.holdings()).tools.get(details.id)
      if (!tool) return details
      const call = admission.verdictOn(caller, tool)
      return { ...details, annotations: hintsOf(tool.annotations), call }
    },
    execute: executeRecorded({ ...deps, reach, runner, recorder, answers, upstreams }),
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

/** Names the servers whose tools nobody finds yet, and warns of those that failed. */
function withMissing(
  found: DiscoverResponse,
  pending: readonly string[],
  servers: ToolServers,
): DiscoverResponse {
  if (pending.length === 0) return found
  const failed = pending.filter((server) => servers.status(server).state === 'failed')
  const warnings = [
    ...(found.warnings ?? []),
    ...failed.map(
      (server) => `The tools of ${server} could not be listed; \`tamis gateway doctor\` says why`,
    ),
  ]
  return {
    ...found,
    ...(warnings.length > 0 ? { warnings } : {}),
    meta: { ...found.meta, pending },
  }
}

function notAllowed(id: string): EngineError {
  return new EngineError('policy_denied', phrase`${id} is not allowed to this caller`, {
    hint: '`tamis gateway policy check` shows who may use what.',
    details: { id },
  })
}
