import { EngineError } from '../../errors.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { CatalogTool, Trace } from '../../ports/store/catalog.ts'
import type { Ledger } from '../../ports/store/ledger.ts'
import type { Originals } from '../../ports/store/originals.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import type { SchemaValidator } from '../../ports/tool-server.ts'
import {
  type Answers,
  type Capabilities,
  createAnswers,
  createCapabilities,
  createViews,
  type DiscoverInput,
  type DiscoverResponse,
} from './answer/answer.ts'
import { createCatalog, type OwnTool, type RegisteredTool } from './catalog/catalog.ts'
import {
  type Administration,
  createGateway,
  type Forwarding,
  type UpstreamsDeps,
} from './gateway/gateway.ts'
import { createPast, type RecordedRun, type Visitor } from './past/past.ts'
import {
  createRunner,
  type ExecuteCall,
  type ExecuteInput,
  type ExecuteResponse,
  type RunReport,
} from './run/run.ts'

export type { DiscoverResponse, DiscoverResult } from './answer/answer.ts'
export type { OwnTool } from './catalog/catalog.ts'
export type { GatewaySettings } from './gateway/gateway.ts'

export interface DiscoveryDeps extends UpstreamsDeps {
  readonly originals: Originals
  readonly ledger: Ledger
  readonly tokenizer: Tokenizer
  readonly embedder?: Embedder | undefined
  readonly loadValidator: () => Promise<SchemaValidator>
}

/** Many tools behind a handful: find them, look at one, run them, learn from it. */
export interface Discovery extends Omit<Answers, 'next' | 'discover'> {
  /** What a visitor was shown teaches only from what the same visitor does. */
  discover(input: DiscoverInput, signal?: AbortSignal, visitor?: Visitor): Promise<DiscoverResponse>
  execute(input: ExecuteInput, call: ExecuteCall): Promise<ExecuteResponse>
  register(
    server: string,
    tools: readonly RegisteredTool[],
    description?: string,
  ): Promise<readonly CatalogTool[]>
  record(run: RecordedRun): Promise<Trace>
  readonly capabilities: Capabilities
  readonly gateway: Administration
  readonly forwarding: Forwarding
  /** Reads what changed in the catalog now, so that the next search need not. */
  refresh(): Promise<void>
  /** Makes tools of our own findable and runnable beside the upstreams'; they are asked for once, when needed. */
  offer(load: () => Promise<readonly OwnTool[]>): void
}

export function createDiscovery(deps: DiscoveryDeps): Discovery {
  const { catalog, servers, log, settings, now, pause } = deps
  const onEmbedderFailure = (error: unknown): void =>
    log.warn('discover-without-vectors', {
      cause: error instanceof Error ? error.message : String(error),
      ...(error instanceof EngineError && error.hint ? { hint: error.hint } : {}),
    })
  const onStudyFailure = (error: unknown): void =>
    log.warn('discover-not-studied', { cause: String(error) })
  const trimDeps = { ...deps, maxStringChars: settings.maxStringChars, ttlMs: settings.resultTtlMs }

  const known = createCatalog(deps)
  const past = createPast({ catalog, now, pause, onStudyFailure })
  const { embedder } = deps
  const views = createViews({ ...known, runs: past.runs, embedder, onEmbedderFailure, pause })
  const recorder = past.recorder(views)
  const { upstreams, administration, forwarding } = createGateway({ ...deps, views, trimDeps })
  const answers = createAnswers({ ...deps, views, trimDeps, onEmbedderFailure })
  const runner = createRunner({
    ...deps,
    trimDeps,
    ownTool: known.own.named,
    async callUpstream(tool, args, options) {
      const era = await upstreams.eraOf(tool.server)
      const answer = await servers.call(tool.server, tool.name, args, { era, ...options })
      upstreams.refreshOnce(tool.server)
      return answer
    },
    mayCall: known.isConnected,
    needsConfirm: ({ annotations, server }) =>
      annotations.isDestructive === true &&
      annotations.isReadOnly !== true &&
      !settings.unconfirmed.has(server),
  })

  return {
    ...answers,
    async tools() {
      await upstreams.listNewcomers()
      return answers.tools()
    },
    async discover(input, signal, visitor = { source: 'library' }) {
      const pending = await upstreams.listNewcomers()
      const { meta, ...response } = await answers.discover(input, signal)
      const ids = response.results.map(({ id }) => id)
      await recorder.noteShown(visitor, input.intent, ids)
      return { ...response, meta: { ...meta, ...(pending.length > 0 ? { pending } : {}) } }
    },
    async details(id, include) {
      await upstreams.listNewcomers((server) => namesServer(id, server))
      return answers.details(id, include)
    },
    async execute(input, call) {
      const ids = [input.id ?? '', ...(input.dag?.tasks ?? []).map(({ tool }) => tool)]
      await upstreams.listNewcomers((server) => ids.some((id) => namesServer(id, server)))
      const intent = input.intent ?? recorder.intentFor(call, input.id)
      const held = await views.holdings()
      const by = call.caller ? { by: call.caller.name } : {}
      const keep = async (trace: Trace, { tasks }: RunReport): Promise<void> => {
        const [tool] = trace.tools
        if (tool === undefined) return
        await recorder.keep({ ...trace, ...by })
        if (tasks.length > 1 || !trace.isSuccess || trace.capability) return
        const [output, args = {}] = [tasks[0]?.output, input.args]
        recorder.noteCall(call, { at: now(), tool, args, output, intent })
      }
      const { response, trace } = await runner.execute(held, { ...input, intent }, call, keep)
      const next = response.status === 'success' ? await answers.next(trace) : []
      return next.length > 0 ? { ...response, usuallyNext: next } : response
    },
    register: known.register,
    record: (run) => recorder.record(run),
    capabilities: createCapabilities({ ...deps, views }),
    gateway: administration,
    forwarding,
    async refresh() {
      await views.current()
    },
    offer: known.own.offer,
  }
}

/** Whether an id is one of a server's tools: no other server is waited for. */
function namesServer(id: string, server: string): boolean {
  return id.startsWith(`tool:${server}:`)
}
