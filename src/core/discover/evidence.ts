import { type Bm25Index, bm25Index, type WeightedTerm } from '../text/bm25.ts'
import { termsOf } from '../text/terms.ts'
import { searchedTerms } from './intent.ts'

/** What past intents say about which entries a new one needs. */
export interface Evidence {
  /** Added to the sum of signals, one per entry. */
  readonly boosts: Float64Array
  /** `because 14 similar intents used it`, where that was worth saying. */
  reason(entry: number): string | undefined
}

/** A past intent and the entries it used. */
export interface PastIntent {
  readonly intent: string
  readonly entries: readonly number[]
}

export interface EvidenceIndex {
  readonly size: number
  of(intent: string, entryCount: number): Evidence
}

/** How many past intents are looked at, and how fast a less similar one loses its say. */
const nearest = 30
const sharpness = 3
const weights = { subject: 25, wording: 75, terms: 2.5 } as const

/** Two views of each past intent: its subject (stems), and its wording (words and pairs of them). */
export function buildEvidenceIndex(past: readonly PastIntent[]): EvidenceIndex {
  const options = { fields: [{ weight: 1, lengthPenalty: 0.5 }] }
  const subjects = past.map(({ intent }) => searchedTerms(intent))
  const subject = bm25Index(
    subjects.map((terms) => [terms]),
    options,
  )
  const wording = bm25Index(
    past.map(({ intent }) => [wordingOf(intent)]),
    options,
  )
  const votes = countVotes(subjects, past)
  return {
    size: past.length,
    of(intent, entryCount) {
      const boosts = new Float64Array(entryCount)
      const support: Support = new Map()
      const terms = distinct(searchedTerms(intent))
      addNearest(boosts, support, subject, terms, past, weights.subject)
      addNearest(boosts, support, wording, distinct(wordingOf(intent)), past, weights.wording)
      addVotes(boosts, votes, subject, terms)
      return { boosts, reason: (entry) => toReason(support.get(entry)?.size ?? 0) }
    },
  }
}

function toReason(support: number): string | undefined {
  if (support === 0) return undefined
  return support === 1
    ? 'because a similar intent used it'
    : `because ${support} similar intents used it`
}

function addNearest(
  boosts: Float64Array,
  support: Support,
  index: Bm25Index,
  terms: readonly WeightedTerm[],
  past: readonly PastIntent[],
  weight: number,
): void {
  let mass = 0
  for (const [term] of terms) mass += index.rarity(term)
  for (const { document, score } of index.search(terms, nearest)) {
    const similarity = Math.min(1, score / (mass || 1))
    for (const entry of past[document]?.entries ?? []) {
      boosts[entry] = (boosts[entry] ?? 0) + weight * similarity ** sharpness
      if (similarity < worthSaying) continue
      const supporters = support.get(entry) ?? new Set<number>()
      support.set(entry, supporters.add(document))
    }
  }
}

/** Entry → the past intents that speak for it. */
type Support = Map<number, Set<number>>

const worthSaying = 0.25

type Votes = ReadonlyMap<string, ReadonlyMap<number, number>>

function countVotes(subjects: readonly (readonly string[])[], past: readonly PastIntent[]): Votes {
  const votes = new Map<string, Map<number, number>>()
  past.forEach(({ entries }, at) => {
    for (const term of new Set(subjects[at]))
      for (const entry of entries) {
        const counts = votes.get(term) ?? new Map<number, number>()
        votes.set(term, counts.set(entry, (counts.get(entry) ?? 0) + 1))
      }
  })
  return votes
}

/** Each term votes for the entries it used to lead to, by how surely it did. */
function addVotes(
  boosts: Float64Array,
  votes: Votes,
  index: Bm25Index,
  terms: readonly WeightedTerm[],
): void {
  let mass = 0
  for (const [term] of terms) mass += index.rarity(term)
  for (const [term] of terms)
    for (const [entry, count] of votes.get(term) ?? []) {
      const share = count / (index.documentFrequency(term) + 2)
      boosts[entry] =
        (boosts[entry] ?? 0) + (weights.terms * index.rarity(term) * share) / (mass || 1)
    }
}

function wordingOf(intent: string): readonly string[] {
  const words = termsOf(intent, { stemmedIn: 'en' })
  return [...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)]
}

function distinct(terms: readonly string[]): readonly WeightedTerm[] {
  return [...new Set(terms)].map((term) => [term, 1])
}
