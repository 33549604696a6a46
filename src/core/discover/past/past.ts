import type { Clock } from '../../../ports/clock.ts'
import type { CatalogStore } from '../../../ports/store/catalog.ts'
import type { HoldingsReader } from '../catalog/holdings.ts'
import { createPastRuns, type PastRuns } from './past-runs.ts'
import { createRecorder, type Recorder } from './recorder.ts'

export type { RecordedRun, Recorder } from './recorder.ts'
export type { Visitor } from './visitors.ts'

/** What earlier runs taught, and where new ones are written down. */
interface Past {
  readonly runs: PastRuns
  /** Writes runs down, and has them studied soon after. */
  recorder(views: HoldingsReader & { current(): Promise<unknown> }): Recorder
}

interface PastDeps {
  readonly catalog: CatalogStore
  readonly now: Clock
  readonly pause: (ms: number) => Promise<void>
  /** Told when runs could not be studied; searches go on with what was known. */
  readonly onStudyFailure: (error: unknown) => void
}

export function createPast(deps: PastDeps): Past {
  const { catalog, now, pause } = deps
  const runs = createPastRuns(catalog)
  return {
    runs,
    recorder: (views) =>
      createRecorder({
        ...{ catalog, now, runs, views, pause, onFailure: deps.onStudyFailure },
        onKept: createStudySoon({ views, pause, onFailure: deps.onStudyFailure }),
      }),
  }
}

/** With no new run for this long, what was kept is studied. */
const quietMs = 300
/** While runs keep coming, they are studied when they have grown by this share, and by these many. */
const worthStudying = { share: 0.5, atLeast: 30 }

/** Reads and studies what was just kept before a search has to, seldom while much is kept at once. */
export function createStudySoon(deps: {
  readonly views: { current(): Promise<unknown> }
  readonly pause: (ms: number) => Promise<void>
  readonly onFailure: (error: unknown) => void
}): () => void {
  let kept = 0
  let studied = 0
  let isStudying = false

  async function study(): Promise<void> {
    if (isStudying || studied === kept) return
    isStudying = true
    studied = kept
    try {
      await deps.views.current()
    } catch (error) {
      deps.onFailure(error)
    } finally {
      isStudying = false
    }
  }

  return () => {
    kept += 1
    const mine = kept
    if (kept >= studied * (1 + worthStudying.share) + worthStudying.atLeast) void study()
    void deps.pause(quietMs).then(() => (mine === kept ? study() : undefined))
  }
}
