import type { Clock } from '../../../ports/clock.ts'
import type { CatalogStore } from '../../../ports/store/catalog.ts'
import type { HoldingsReader } from '../catalog/holdings.ts'
import { createPastRuns, type PastRuns } from './past-runs.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { createStudySoon } from './study-soon.ts'

export type { RecordedRun } from './recorder.ts'
export type { Visitor } from './visitors.ts'

/** What earlier runs taught, and where new ones are written down. */
export interface Past {
  readonly runs: PastRuns
  /** Writes runs down, and has them studied soon after. */
  recorder(views: HoldingsReader & { current(): Promise<unknown> }): Recorder
}

export interface PastDeps {
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
