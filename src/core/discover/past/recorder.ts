import type { Clock } from '../../../ports/clock.ts'
import type { CatalogStore, Trace } from '../../../ports/store/catalog.ts'
import type { Holdings, HoldingsReader } from '../catalog/holdings.ts'
import { resolveToolId } from '../catalog/resolve-tool-id.ts'
import type { SingleCall } from './flows.ts'
import { mineCapability, signatureOf } from './mine-capabilities.ts'
import type { PastRuns } from './past-runs.ts'
import { createVisitors, type Visitor } from './visitors.ts'

/** A run that happened elsewhere. */
export interface RecordedRun {
  readonly intent: string
  readonly tools: readonly string[]
  readonly links?: readonly (readonly [string, string])[] | undefined
  readonly success: boolean
  readonly durationMs?: number | undefined
}

export interface Recorder {
  /** Remembers which intent a result was shown to a visitor for, and keeps what it did before as a sequence. */
  noteShown(visitor: Visitor, intent: string, ids: readonly string[]): Promise<void>
  /** The intent that led this visitor to run this. */
  intentFor(visitor: Visitor, id: string | undefined): string
  noteCall(visitor: Visitor, call: SingleCall): void
  keep(trace: Trace): Promise<void>
  record(run: RecordedRun): Promise<Trace>
}

export function createRecorder(deps: {
  readonly catalog: CatalogStore
  readonly now: Clock
  readonly runs: PastRuns
  readonly views: HoldingsReader
  /** Told of every run that was kept. */
  readonly onKept: () => void
}): Recorder {
  const { catalog, now, runs, views } = deps
  const visitors = createVisitors(now)

  async function keep(trace: Trace): Promise<void> {
    const alike = await runs.append(trace)
    await mineFrom(catalog, await views.holdings(), alike)
    deps.onKept()
  }

  return {
    keep,
    async noteShown(visitor, intent, ids) {
      const sequence = visitors.noteShown(visitor, intent, ids)
      if (sequence) await keep(sequence)
    },
    intentFor: visitors.intentFor,
    noteCall: visitors.noteCall,
    async record(run) {
      const { everyTool } = await views.holdings()
      const idOf = (written: string): string => resolveToolId(everyTool, written) ?? written
      const trace: Trace = {
        at: now(),
        intent: run.intent,
        tools: run.tools.map(idOf),
        links: (run.links ?? []).map(([from, to]) => [idOf(from), idOf(to)]),
        isSuccess: run.success,
        ...(run.durationMs === undefined ? {} : { durationMs: run.durationMs }),
        origin: 'recorded',
      }
      await keep(trace)
      return trace
    },
  }
}

/** Runs of one workflow, once there are enough of them, become or refresh a capability. */
async function mineFrom(
  catalog: CatalogStore,
  { capabilities, everyTool }: Holdings,
  runs: readonly Trace[],
): Promise<void> {
  const signature = runs[0] && signatureOf(runs[0])
  if (signature === undefined) return
  const known = [...capabilities.values()].find(
    ({ isLearned, source }) =>
      isLearned &&
      signatureOf({ tools: source.dag?.tasks.map(({ tool }) => tool) ?? [] }) === signature,
  )
  const capability = mineCapability({
    runs,
    toolNamed: (id) => everyTool.get(id),
    known,
    isIdTaken: (id) => capabilities.has(id),
  })
  if (capability) await catalog.saveCapability(capability)
}
