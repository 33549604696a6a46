import { EngineError } from '../../errors.ts'
import type { LexicalIndex, MatchQuery, ScoredKey } from '../../ports/store/document-words.ts'
import type { HeldChunk } from './documents.ts'

const titleWeight = 4
const saturation = 1.2
const lengthPenalty = 0.75

/** True when one of the chunk's fields holds the term. */
export function holdsTerm(chunk: HeldChunk, index: LexicalIndex, term: string): boolean {
  return fieldsOf(chunk, index).some(({ terms }) => terms.includes(term))
}

/** The same BM25 as FTS5, over everything, then cut to the chunks that may be shown. */
export function bestMatches(
  chunks: readonly HeldChunk[],
  allowed: ReadonlySet<number>,
  query: MatchQuery,
): readonly ScoredKey[] {
  if (query.raw !== undefined)
    throw new EngineError('invalid_input', 'This store has no syntax of its own')
  const lengths = chunks.map((chunk) => lengthOf(chunk, query.index))
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, chunks.length)
  const wanted = [...query.phrases, ...query.any.map((term) => [term])]
  const rarities = wanted.map((phrase) => {
    const holding = chunks.filter((chunk) => countOf(chunk, query.index, phrase) > 0).length
    return Math.max(1e-6, Math.log((chunks.length - holding + 0.5) / (holding + 0.5)))
  })
  return chunks
    .flatMap((chunk, at) => {
      if (!allowed.has(chunk.key) || !isMatch(chunk, query)) return []
      const length = (lengths[at] ?? 0) / (average || 1)
      const score = wanted.reduce((sum, phrase, index) => {
        const count = countOf(chunk, query.index, phrase)
        const norm = count + saturation * (1 - lengthPenalty + lengthPenalty * length)
        return sum + ((rarities[index] ?? 0) * count * (saturation + 1)) / norm
      }, 0)
      return [{ key: chunk.key, score }]
    })
    .sort((a, b) => b.score - a.score || a.key - b.key)
    .slice(0, query.limit)
}

function isMatch(chunk: HeldChunk, { index, any, phrases, none }: MatchQuery): boolean {
  if (none.some((term) => holdsTerm(chunk, index, term))) return false
  if (phrases.length > 0) return phrases.every((phrase) => countOf(chunk, index, phrase) > 0)
  return any.some((term) => holdsTerm(chunk, index, term))
}

function countOf(chunk: HeldChunk, index: LexicalIndex, phrase: readonly string[]): number {
  return fieldsOf(chunk, index).reduce(
    (sum, { terms, weight }) => sum + weight * occurrences(terms, phrase),
    0,
  )
}

function occurrences(terms: readonly string[], phrase: readonly string[]): number {
  return terms.filter((_, at) => phrase.every((term, offset) => terms[at + offset] === term)).length
}

function lengthOf(chunk: HeldChunk, index: LexicalIndex): number {
  return fieldsOf(chunk, index).reduce((sum, { terms }) => sum + terms.length, 0)
}

function fieldsOf(chunk: HeldChunk, index: LexicalIndex) {
  const split = (text: string): readonly string[] => text.split(' ').filter((term) => term !== '')
  if (index === 'grams') return [{ terms: split(chunk.grams), weight: 1 }]
  return [
    { terms: split(chunk.words.title), weight: titleWeight },
    { terms: split(chunk.words.heading), weight: titleWeight },
    { terms: split(chunk.words.body), weight: 1 },
  ]
}
