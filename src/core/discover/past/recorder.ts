import type { Clock } from '../../../ports/clock.ts'
import type { CatalogStore, Trace } from '../../../ports/store/catalog.ts'
import type { Holdings, HoldingsReader } from '../catalog/holdings.ts'
import { resolveToolId } from '../catalog/resolve-tool-id.ts'
import { mineCapability, signatureOf } from './mine-capabilities.ts'
import type { PastRuns } from './past-runs.ts'

/** A run that happened elsewhere. */
export interface RecordedRun {
  readonly intent: string
  readonly tools: readonly string[]
  readonly links?: readonly (readonly [string, string])[] | undefined
  readonly success: boolean
  readonly durationMs?: number | undefined
}

export interface Recorder {
  /** Remembers which intent a result was shown for, should it be run next. */
  noteShown(intent: string, ids: readonly string[]): void
  /** The intent that this was shown for a short while ago. */
  intentFor(id: string | undefined): string
  keep(trace: Trace): Promise<void>
  record(run: RecordedRun): Promise<Trace>
}

const rememberedMs = 10 * 60_000
const mostRemembered = 1000

export function createRecorder(deps: {
  readonly catalog: CatalogStore
  readonly now: Clock
  readonly runs: PastRuns
  readonly views: HoldingsReader
  /** Told of every run that was kept. */
  readonly onKept: () => void
}): Recorder {
  const { catalog, now, runs, views } = deps
  const shown = new Map<string, { readonly intent: string; readonly at: number }>()

  async function keep(trace: Trace): Promise<void> {
    const alike = await runs.append(trace)
    await mineFrom(catalog, await views.holdings(), alike)
    deps.onKept()
  }

  return {
    keep,
    noteShown(intent, ids) {
      for (const id of ids) {
        shown.delete(id)
        shown.set(id, { intent, at: now() })
      }
      for (const id of shown.keys()) {
        if (shown.size <= mostRemembered) break
        shown.delete(id)
      }
    },
    intentFor(id) {
      const found = id === undefined ? undefined : shown.get(id)
      return found && now() - found.at <= rememberedMs ? found.intent : ''
    },
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
