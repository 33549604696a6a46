import type { Embedder } from '../../ports/embedder.ts'
import type { CatalogTool } from '../../ports/store/catalog.ts'
import type { Strength } from './evidence.ts'
import { type Learned, type StudyDeps, toLearned, trustIn, withMeaning } from './learned.ts'
import type { MeaningIndex } from './meaning.ts'
import type { PastRuns } from './past-runs.ts'
import type { SearchIndex } from './search-index.ts'

/** The catalog that the past is about. */
export interface Subject {
  readonly index: SearchIndex
  readonly positions: ReadonlyMap<string, number>
  readonly meaning: MeaningIndex | undefined
  readonly held: { readonly tools: ReadonlyMap<string, CatalogTool> }
}

export interface LearningDeps extends Omit<StudyDeps, 'known'> {
  readonly embedder?: Embedder | undefined
  readonly runs: PastRuns
  readonly onEmbedderFailure: (error: unknown) => void
  readonly pause: (ms: number, isHolding?: boolean) => Promise<void>
}

/** New traces wait until they are this share of the old, so that a busy store is not read all the time. */
const worthReading = 0.02
/** How much the past counts is tried again when it has grown by this share. */
const worthTrying = 0.1
/** A search waits this long for the meaning of past intents, then goes by their words alone. */
const mostWaitMs = 500

/** What is learned about one catalog; it points into that one only. */
interface Lesson {
  readonly positions: Subject['positions']
  value: Learned
  hasMeaning: boolean
  /** The meaning on its way. */
  adding?: Promise<void> | undefined
}

/** What is known of how much the past counts. */
interface Trial {
  readonly tools: unknown
  readonly hasMeaning: boolean
  readonly past: number
}

/** Learns again when the catalog changed or enough was added to the past; tries its worth on the side. */
export function createLearning(
  deps: LearningDeps,
): (subject: Subject, written: number) => Promise<Learned> {
  const known = new Map<string, Float32Array>()
  let lesson: Lesson | undefined
  let read = -1
  let tried: Trial = { tools: undefined, hasMeaning: false, past: 0 }
  let strength: Strength | undefined
  let trial: Promise<void> | undefined

  async function addMeaning(target: Lesson, embedder: Embedder): Promise<void> {
    const { positions, value } = target
    try {
      const evidence = await withMeaning({ ...deps, known }, embedder, value, positions.size)
      target.value = { ...target.value, evidence }
      target.hasMeaning = true
    } catch (error) {
      deps.onEmbedderFailure(error)
    } finally {
      target.adding = undefined
    }
  }

  function meaningOf(target: Lesson, { meaning }: Subject): Promise<void> {
    if (!deps.embedder || !meaning || target.hasMeaning) return Promise.resolve()
    target.adding ??= addMeaning(target, deps.embedder)
    return target.adding
  }

  function isTrialDue({ value, hasMeaning }: Lesson, { held }: Subject): boolean {
    const { length } = value.evidence.past
    if (trial || length === 0) return false
    const isOther = held.tools !== tried.tools || hasMeaning !== tried.hasMeaning
    return isOther || length >= tried.past * (1 + worthTrying)
  }

  function tryOnTheSide(target: Lesson, subject: Subject): void {
    if (!isTrialDue(target, subject)) return
    const { value, hasMeaning } = target
    tried = { tools: subject.held.tools, hasMeaning, past: value.evidence.past.length }
    trial = trustIn(deps.rest, value.evidence, subject)
      .then((found) => {
        strength = found
        if (lesson) lesson.value = { ...lesson.value, strength: found }
      })
      .catch(deps.onEmbedderFailure)
      .finally(() => {
        trial = undefined
      })
  }

  async function begin({ positions }: Subject, written: number): Promise<Lesson> {
    const fresh = toLearned(await deps.runs.all(written), positions)
    const value = strength ? { ...fresh, strength } : fresh
    lesson = { positions, value, hasMeaning: false }
    read = written
    return lesson
  }

  return async (subject, written) => {
    const isSame = lesson?.positions === subject.positions
    const added = written - read
    const isWorth = added > 0 && added >= worthReading * (lesson?.value.traces.length ?? 0)
    const current = lesson && isSame && !isWorth ? lesson : await begin(subject, written)
    await Promise.race([meaningOf(current, subject), deps.pause(mostWaitMs, true)])
    tryOnTheSide(current, subject)
    return current.value
  }
}
