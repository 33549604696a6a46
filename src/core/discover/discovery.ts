import { EngineError } from '../../errors.ts'
import type { Caller } from '../../ports/caller.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { CatalogTool, Trace } from '../../ports/store/catalog.ts'
import type { Ledger } from '../../ports/store/ledger.ts'
import type { Originals } from '../../ports/store/originals.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import type { SchemaValidator } from '../../ports/tool-server.ts'
import {
  type BrowsedTool,
  browseTools,
  type Neighbourhood,
  neighbourhoodOf,
} from './answer/browse.ts'
import { type Capabilities, createCapabilities } from './answer/capabilities.ts'
import { type Details, detailsOf, type Include } from './answer/details.ts'
import { type DiscoverInput, type ExplainedScore, explainScores, find } from './answer/find.ts'
import type { DiscoverResponse } from './answer/results.ts'
import { createViews, type View } from './answer/view.ts'
import { createOwnTools, type OwnTool } from './catalog/own-tools.ts'
import { type RegisteredTool, registerTools } from './catalog/register-tools.ts'
import { type Administration, createAdministration } from './gateway/administration.ts'
import { createForwarding, type Forwarding } from './gateway/forwarding.ts'
import { createGateway, type GatewayDeps } from './gateway/gateway.ts'
import { createPastRuns } from './past/past-runs.ts'
import { createRecorder, type RecordedRun } from './past/recorder.ts'
import { createStudySoon } from './past/study-soon.ts'
import { accountShortened } from './run/account-shortened.ts'
import { type ExecuteDeps, type ExecuteInput, execute } from './run/execute.ts'
import { outputOf } from './run/output.ts'
import { trimOversized } from './run/oversized.ts'
import type { RunReport, TaskReport } from './run/run-dag.ts'

export interface DiscoveryDeps extends GatewayDeps {
  readonly originals: Originals
  readonly ledger: Ledger
  readonly tokenizer: Tokenizer
  readonly embedder?: Embedder | undefined
  readonly loadValidator: () => Promise<SchemaValidator>
}

export interface ExecuteCall {
  readonly source: string
  /** Tools of our own do for it what its token allows. */
  readonly caller: Caller | undefined
  readonly signal: AbortSignal
  readonly onTaskEnd?: (report: TaskReport, done: number, total: number) => void
}

/** What was run, with outputs shortened where they are too long. */
export interface ExecuteResponse extends RunReport {
  /** The output, when one tool ran. */
  readonly result?: unknown
  /** Ids that bring back what was shortened. */
  readonly recoverable?: readonly string[]
  /** What usually runs next, from earlier runs. */
  readonly usuallyNext?: readonly string[]
}

/** Many tools behind a handful: find them, look at one, run them, learn from it. */
export interface Discovery {
  discover(input: DiscoverInput, signal?: AbortSignal): Promise<DiscoverResponse>
  details(id: string, include: Include): Promise<Details>
  /** Why the best results of an intent have their scores. */
  explain(intent: string, limit: number, signal?: AbortSignal): Promise<readonly ExplainedScore[]>
  /** Every tool of the catalog, also those that may not be used. */
  tools(): Promise<readonly BrowsedTool[]>
  neighbours(id: string, limit: number): Promise<Neighbourhood>
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
  const { catalog, servers, log, settings } = deps
  const own = createOwnTools(ownServer, deps.digest)
  const onEmbedderFailure = (error: unknown): void =>
    log.warn('discover-without-vectors', {
      cause: error instanceof Error ? error.message : String(error),
      ...(error instanceof EngineError && error.hint ? { hint: error.hint } : {}),
    })
  const onStudyFailure = (error: unknown): void =>
    log.warn('discover-not-studied', { cause: String(error) })
  const gateway = createGateway(deps)
  const runs = createPastRuns(catalog)
  const views = createViews({
    catalog,
    runs,
    embedder: deps.embedder,
    ownTools: own.listed,
    configured: () => new Set(servers.names()),
    onEmbedderFailure,
    pause: deps.pause,
  })
  const recorder = createRecorder({
    ...{ catalog, now: deps.now, runs, views },
    onKept: createStudySoon({ views, pause: deps.pause, onFailure: onStudyFailure }),
  })
  const trimDeps = { ...deps, maxStringChars: settings.maxStringChars, ttlMs: settings.resultTtlMs }

  const callFor =
    (caller: Caller | undefined): ExecuteDeps['callTool'] =>
    async (tool, args, { signal, timeoutMs }) => {
      const mine = await own.named(tool)
      if (mine) return mine.run(args, { caller, signal })
      const era = await gateway.eraOf(tool.server)
      const answer = await servers.call(tool.server, tool.name, args, { era, signal, timeoutMs })
      gateway.refreshOnce(tool.server)
      return outputOf(tool, answer)
    }

  const findDeps = { tokenizer: deps.tokenizer, now: deps.now, onEmbedderFailure }

  const executeDeps = {
    now: deps.now,
    mayCall: ({ server }: CatalogTool) => server === ownServer || servers.names().includes(server),
    needsConfirm: ({ annotations, server }: CatalogTool) =>
      annotations.isDestructive === true &&
      annotations.isReadOnly !== true &&
      !settings.unconfirmed.has(server),
  } satisfies Omit<ExecuteDeps, 'validate' | 'callTool'>

  return {
    explain: async (intent, limit, signal) =>
      explainScores(findDeps, await views.current(), { intent, limit }, signal),
    async tools() {
      await gateway.listNewcomers()
      return browseTools(await views.current())
    },
    neighbours: async (id, limit) => neighbourhoodOf(await views.current(), id, limit),
    async discover(input, signal) {
      await gateway.listNewcomers()
      const response = await find(findDeps, await views.current(), input, signal)
      recorder.noteShown(
        input.intent,
        response.results.map(({ id }) => id),
      )
      return response
    },
    details: async (id, include) => detailsOf(trimDeps, await views.current(), id, include),
    async execute(input, call) {
      const wanted = input.intent ?? recorder.intentFor(input.id)
      const { report, trace } = await execute(
        { ...executeDeps, callTool: callFor(call.caller), validate: await deps.loadValidator() },
        await views.holdings(),
        { ...input, intent: wanted },
        call.signal,
        call.onTaskEnd,
      )
      if (trace.tools.length > 0) await recorder.keep(trace)
      const next = report.status === 'success' ? usuallyNext(await views.lately(), trace) : []
      const response = await toResponse(deps, trimDeps, report, call)
      return next.length > 0 ? { ...response, usuallyNext: next } : response
    },
    register: (server, tools, description) => registerTools(deps, server, tools, description),
    record: (run) => recorder.record(run),
    capabilities: createCapabilities({ catalog, views, now: deps.now, peers: deps.peers }),
    gateway: createAdministration({ ...deps, gateway, views }),
    forwarding: createForwarding({ ...deps, gateway, views, trimDeps }),
    async refresh() {
      await views.current()
    },
    offer: own.offer,
  }
}

const ownServer = 'tamis'

const leastRuns = 3
const leastStrength = 0.3

/** Tools that followed these in many earlier runs, those first that like intents used. */
function usuallyNext(
  { graph, tools, evidence, positions }: View,
  { tools: ran, intent }: Trace,
): readonly string[] {
  const { near } = evidence.of(intent)
  return graph
    .next(ran, 2, (tool) => near[positions.get(tool) ?? -1] ?? 0)
    .filter(
      ({ tool, strength, support }) =>
        support >= leastRuns && strength >= leastStrength && tools.has(tool),
    )
    .map(({ tool }) => tool)
}

async function toResponse(
  deps: DiscoveryDeps,
  trimDeps: Parameters<typeof trimOversized>[0],
  report: RunReport,
  { source, caller }: ExecuteCall,
): Promise<ExecuteResponse> {
  const shortened = await trimOversized(trimDeps, report)
  const what = report.tasks.map(({ tool }) => tool).join(', ')
  const facts = { kind: 'execute', what, source, caller } as const
  await accountShortened(deps, { whole: report, ...shortened }, facts)
  const { value, ids } = shortened
  return { ...onlyOnce(value as RunReport), ...(ids.length > 0 ? { recoverable: ids } : {}) }
}

/** The output of a single tool is said once, as the result. */
function onlyOnce(report: RunReport): ExecuteResponse {
  const [only, ...more] = report.tasks
  if (only === undefined || more.length > 0) return report
  const { output, ...task } = only
  return { ...report, tasks: [task], ...(output === undefined ? {} : { result: output }) }
}
