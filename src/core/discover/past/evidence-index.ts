import { type Bm25Hit, topHits } from '../../text/bm25.ts'
import { termsOf } from '../../text/terms.ts'
import { searchedTerms } from '../rank/intent.ts'
import type { Evidence } from '../rank/signals.ts'
import { buildPastMeaning, type PastVectors } from './past-meaning.ts'
import { buildPastTerms } from './past-terms.ts'
import { weighNeighbours } from './weigh-neighbours.ts'

/** A past intent and the entries it used. */
export interface PastIntent {
  readonly intent: string
  readonly entries: readonly number[]
}

/** How much each clue adds at most. */
export interface Strength {
  /** What the nearest past intents say of the entry. */
  readonly near: number
  /** The likeness that the nearest past intent must have for the others to be heard by half. */
  readonly leastAlike?: number
  /** How much the intent sounds like those that used the entry, all together. */
  readonly wording: number
  /** How much it means the same. */
  readonly meaning: number
  /** Found by trial on the past itself. */
  readonly isTried?: boolean
}

/** Clues of the past for one intent, before anybody decided how much they count. */
interface Clues {
  /** 1 where all past intents that are alike used the entry. */
  readonly near: Float64Array
  /** How alike the nearest past intent is. */
  readonly closest: number
  readonly wording: Float64Array
  readonly meaning: Float64Array
  /** How many similar past intents used the entry. */
  support(entry: number): number
}

export interface EvidenceIndex {
  readonly past: readonly PastIntent[]
  /** `vector` is the intent's meaning; `without` leaves one past intent out, to try the past on itself. */
  of(intent: string, vector?: Float32Array, without?: number): Clues
}

const nearest = 50
const worthSaying = 0.2

/** `meant`, with one vector a past intent, adds their meaning; without it the words speak alone. */
export function buildEvidenceIndex(
  past: readonly PastIntent[],
  entryCount: number,
  meant?: PastVectors,
): EvidenceIndex {
  const groups = past.map(({ entries }) => entries)
  const subjects = buildPastTerms(
    past.map(({ intent }) => searchedTerms(intent)),
    [],
    0,
  )
  const wordings = buildPastTerms(
    past.map(({ intent }) => wordingOf(intent)),
    groups,
    entryCount,
  )
  const meanings =
    meant && meant.vectors.length === past.length && past.length > 0
      ? buildPastMeaning(meant, groups, entryCount)
      : undefined
  return {
    past,
    of(intent, vector, without) {
      const wording = wordings.weigh(wordingOf(intent))
      const own = new Set(without === undefined ? [] : groups[without])
      const alike = [subjects.alike(subjects.weigh(searchedTerms(intent))), wordings.alike(wording)]
      const views: View[] = [subjects, wordings]
      if (meanings && vector) {
        alike.push(meanings.alike(vector))
        views.push(meanings)
      }
      const mean = meanOf(alike, past.length)
      if (without !== undefined) mean[without] = 0
      return {
        ...heardFrom(topHits(mean, nearest), views, past, entryCount),
        wording: wordings.alikeGroups(wording, own),
        meaning:
          meanings && vector ? meanings.alikeGroups(vector, own) : new Float64Array(entryCount),
      }
    },
  }
}

/** What the clues add to each entry when they count this much. */
export function weighClues(clues: Clues, strength: Strength): Evidence {
  const near = strength.near * heardShare(clues.closest, strength.leastAlike ?? 0)
  const boosts = clues.near.map(
    (heard, entry) =>
      near * heard +
      strength.wording * (clues.wording[entry] ?? 0) +
      strength.meaning * (clues.meaning[entry] ?? 0),
  )
  return {
    boosts,
    isTried: strength.isTried ?? false,
    reason: (entry) => (boosts[entry] === 0 ? undefined : toReason(clues.support(entry))),
  }
}

/** Falls fast below `leastAlike`: past intents that are all far away are not believed. */
function heardShare(closest: number, leastAlike: number): number {
  return leastAlike === 0 ? 1 : closest ** 4 / (closest ** 4 + leastAlike ** 4)
}

function toReason(support: number): string | undefined {
  if (support === 0) return undefined
  return support === 1
    ? 'because a similar intent used it'
    : `because ${support} similar intents used it`
}

/** Something that can tell how alike two past intents are. */
interface View {
  between(one: number, other: number): number
}

/** The nearest past intents speak for what they used, each by what it adds to the others. */
function heardFrom(
  hits: readonly Bm25Hit[],
  views: readonly View[],
  past: readonly PastIntent[],
  entryCount: number,
): Pick<Clues, 'near' | 'closest' | 'support'> {
  const near = new Float64Array(entryCount)
  const supporters = new Map<number, number>()
  const says = weighNeighbours(
    hits.map(({ score }) => score),
    (one, other) => {
      const [left, right] = [hits[one]?.document ?? 0, hits[other]?.document ?? 0]
      return views.reduce((sum, view) => sum + view.between(left, right), 0) / views.length
    },
  )
  hits.forEach(({ document, score }, at) => {
    for (const entry of past[document]?.entries ?? []) {
      near[entry] = (near[entry] ?? 0) + (says[at] ?? 0)
      if (score >= worthSaying) supporters.set(entry, (supporters.get(entry) ?? 0) + 1)
    }
  })
  return {
    near: near.map((heard) => Math.max(0, heard)),
    closest: hits[0]?.score ?? 0,
    support: (entry) => supporters.get(entry) ?? 0,
  }
}

function meanOf(views: readonly Float64Array[], size: number): Float64Array {
  const mean = new Float64Array(size)
  for (const view of views)
    for (let at = 0; at < size; at++) mean[at] = (mean[at] ?? 0) + (view[at] ?? 0) / views.length
  return mean
}

function wordingOf(intent: string): readonly string[] {
  const words = termsOf(intent, { stemmedIn: 'en' })
  return [...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)]
}
