import type { Embedder } from '../../../ports/embedder.ts'
import type { CatalogTool } from '../../../ports/store/catalog.ts'
import type { MeaningIndex } from '../rank/meaning.ts'
import type { SearchIndex } from '../rank/search-index.ts'
import type { EvidenceIndex, Strength } from './evidence-index.ts'
import { type PastIndex, type StudyDeps, toPastIndex, trustIn, withMeaning } from './past-index.ts'
import type { PastRuns } from './past-runs.ts'
import { untried } from './trust-past.ts'

/** The catalog that the past is about. */
export interface Subject {
  readonly index: SearchIndex
  readonly positions: ReadonlyMap<string, number>
  readonly meaning: MeaningIndex | undefined
  readonly held: { readonly tools: ReadonlyMap<string, CatalogTool> }
}

interface PastSchedulerDeps extends Omit<StudyDeps, 'known'> {
  readonly embedder?: Embedder | undefined
  readonly runs: PastRuns
  readonly onEmbedderFailure: (error: unknown) => void
  readonly pause: (ms: number, isHolding?: boolean) => Promise<void>
}

/** New traces wait until they are this share of the old, so that a busy store is not read all the time. */
const worthReading = 0.02
/** How much the past counts is tried again when it has grown by this share. */
const worthTrying = 0.1
/** What was found out about a past holds until it has grown by this share. */
const holdsFor = 0.5
/** A first look comes soon, the second is sure. */
const looks = [50, 200]
/** A search waits this long for the meaning of past intents, then goes by their words alone. */
const mostWaitMs = 500

/** What is learned about one catalog; it points into that one only. */
interface Study {
  readonly positions: Subject['positions']
  value: PastIndex
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
export function createPastScheduler(
  deps: PastSchedulerDeps,
): (subject: Subject, written: number) => Promise<PastIndex> {
  const known = new Map<string, Float32Array>()
  let study: Study | undefined
  let read = -1
  let tried: Trial = { tools: undefined, hasMeaning: false, past: 0 }
  let found: { readonly strength: Strength; readonly past: number } | undefined
  let trial: Promise<void> | undefined

  async function addMeaning(target: Study, embedder: Embedder): Promise<void> {
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

  function meaningOf(target: Study, { meaning }: Subject): Promise<void> {
    if (!deps.embedder || !meaning || target.hasMeaning) return Promise.resolve()
    target.adding ??= addMeaning(target, deps.embedder)
    return target.adding
  }

  function isTrialDue({ value, hasMeaning }: Study, { held }: Subject): boolean {
    const { length } = value.evidence.past
    if (trial || length === 0) return false
    const isOther = held.tools !== tried.tools || hasMeaning !== tried.hasMeaning
    return isOther || length >= tried.past * (1 + worthTrying)
  }

  function tryOnTheSide(target: Study, subject: Subject): void {
    if (!isTrialDue(target, subject)) return
    const { value, hasMeaning } = target
    const past = value.evidence.past.length
    tried = { tools: subject.held.tools, hasMeaning, past }
    trial = lookAt(value.evidence, subject)
      .catch(deps.onEmbedderFailure)
      .finally(() => {
        trial = undefined
      })
  }

  async function lookAt(evidence: EvidenceIndex, subject: Subject): Promise<void> {
    const past = evidence.past.length
    for (const [at, most] of looks.entries()) {
      if (at > 0 && past <= (looks[at - 1] ?? 0)) return
      found = { strength: await trustIn(deps.rest, evidence, subject, most), past }
      if (study) study.value = asFound(study.value)
    }
  }

  /** A past that has outgrown what was found out about it is believed as if nothing were known. */
  function asFound(learned: PastIndex): PastIndex {
    const most = (found?.past ?? 0) * (1 + holdsFor)
    const holds = learned.evidence.past.length <= most
    return { ...learned, strength: (holds && found?.strength) || untried }
  }

  async function begin({ positions }: Subject, written: number): Promise<Study> {
    const value = asFound(toPastIndex(await deps.runs.all(written), positions))
    study = { positions, value, hasMeaning: false }
    read = written
    return study
  }

  return async (subject, written) => {
    const isSame = study?.positions === subject.positions
    const added = written - read
    const isWorth = added > 0 && added >= worthReading * (study?.value.traces.length ?? 0)
    const current = study && isSame && !isWorth ? study : await begin(subject, written)
    await Promise.race([meaningOf(current, subject), deps.pause(mostWaitMs, true)])
    tryOnTheSide(current, subject)
    return current.value
  }
}
