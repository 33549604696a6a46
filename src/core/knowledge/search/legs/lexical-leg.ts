import type { DocumentFilter } from '../../../../ports/store/document-rows.ts'
import type { ScoredKey } from '../../../../ports/store/document-words.ts'
import type { Documents } from '../../../../ports/store/documents.ts'
import { closeness, type Positions, positionsOf } from '../proximity.ts'
import type { Question } from '../question.ts'
import { isUseful, type Rarity, tellingTerms } from '../rarity.ts'

/** One candidate of the lexical leg and what its score is made of. */
export interface LexicalHit {
  readonly key: number
  readonly score: number
  readonly words: number
  readonly grams: number
  readonly proximity: number
}

interface LexicalReach {
  readonly filter: DocumentFilter
  /** How many candidates to bring home. */
  readonly limit: number
}

/** Candidates whose neighbouring words are looked at; below them nothing can rise to the top. */
const proximityDepth = 50
/** What two neighbouring terms side by side add, in rarities of the commoner one. */
const proximityWeight = 0.3

/** Any word may match; BM25 orders, and neighbouring words of the question lift their chunks. */
export async function lexicalLeg(
  documents: Documents,
  question: Question,
  { filter, limit }: LexicalReach,
): Promise<readonly LexicalHit[]> {
  const any = tellingTerms(question.words, question.rarity, question.forms)
  const words = await documents.match({
    index: 'words',
    any,
    phrases: question.requiredWords,
    none: question.excludedWords,
    ...(question.raw === undefined ? {} : { raw: question.raw }),
    filter,
    limit,
  })
  const grams = await gramMatches(documents, question, { filter, limit })
  const merged = merge(words, grams)
  return liftCandidates(documents, question, merged, new Set(any))
}

async function gramMatches(
  documents: Documents,
  question: Question,
  { filter, limit }: LexicalReach,
): Promise<readonly ScoredKey[]> {
  if (question.grams.length === 0 || question.raw !== undefined) return []
  const any = tellingTerms(question.grams, question.gramRarity)
  return documents.match({
    index: 'grams',
    any,
    phrases: question.requiredGrams,
    none: question.excludedGrams,
    filter,
    limit,
  })
}

/** Both scores are sums of rarities, so they add up: a question in two scripts is answered by both. */
function merge(words: readonly ScoredKey[], grams: readonly ScoredKey[]): readonly LexicalHit[] {
  const merged = new Map(words.map(({ key, score }) => [key, hit(key, score, 0)]))
  for (const { key, score } of grams) merged.set(key, hit(key, merged.get(key)?.words ?? 0, score))
  return [...merged.values()].sort(byScore)
}

function hit(key: number, words: number, grams: number): LexicalHit {
  return { key, score: words + grams, words, grams, proximity: 0 }
}

/** Adds what is only looked at in the best candidates: neighbours, and the terms too common to match by. */
async function liftCandidates(
  documents: Documents,
  { content, rarity, gramShare }: Question,
  hits: readonly LexicalHit[],
  matched: ReadonlySet<string>,
): Promise<readonly LexicalHit[]> {
  const terms = content.filter((term) => isTelling(term, rarity))
  if (terms.length < 2 || gramShare > 0.5) return hits
  const waiting = [...new Set(terms)].filter((term) => !matched.has(term) && isUseful(term, rarity))
  const keys = hits.slice(0, proximityDepth).map(({ key }) => key)
  const lifts = new Map<number, { readonly words: number; readonly proximity: number }>()
  for (const { key, title, heading, body } of await documents.wordsOf(keys)) {
    const positions = positionsOf([title, heading, body])
    const held = waiting.filter((term) => positions.has(term))
    lifts.set(key, {
      words: held.reduce((sum, term) => sum + rarity.of(term), 0),
      proximity: proximityWeight * nearness(terms, rarity, positions),
    })
  }
  return hits
    .map((one) => {
      const { words, proximity } = lifts.get(one.key) ?? { words: 0, proximity: 0 }
      const score = one.score + words + proximity
      return { ...one, score, words: one.words + words, proximity }
    })
    .sort(byScore)
}

/** How near each other the neighbouring terms of the question stand, by their rarity. */
function nearness(terms: readonly string[], rarity: Rarity, positions: Positions): number {
  let sum = 0
  for (let at = 0; at + 1 < terms.length; at++) {
    const first = terms[at] ?? ''
    const second = terms[at + 1] ?? ''
    sum += Math.min(rarity.of(first), rarity.of(second)) * closeness(positions, first, second)
  }
  return sum
}

/** In fewer than half of the chunks: a pair with a commoner word says nothing. */
function isTelling(term: string, rarity: Rarity): boolean {
  return rarity.frequency(term) > 0 && rarity.frequency(term) * 2 <= Math.max(2, rarity.chunks)
}

function byScore(a: LexicalHit, b: LexicalHit): number {
  return b.score - a.score || a.key - b.key
}
