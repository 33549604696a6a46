import type { MatchQuery, ScoredKey } from '../../../ports/store/document-words.ts'
import type { Session } from '../database.ts'
import { type TermQuery, termQuery, termsIn } from './documents-terms.ts'
import { indexFacts, phraseCounts } from './frequencies.ts'
import { couldReach, shortMark, toTsquery } from './reaching.ts'
import {
  leastRarity,
  mostPerRarity,
  type ScoredPart,
  type Scoring,
  scoreChunks,
} from './score-chunks.ts'

/** How many matches of the rarest terms are looked at first, for every hit asked for. */
const candidatesPerHit = 2

export interface Lexical {
  readonly session: Session
  /** Present when candidates come from a ranked index. */
  readonly rankedIndex: string | undefined
}

/** Chunks by BM25: an index brings candidates, and the formula of the SQLite index orders them. */
export async function matchChunks(
  lexical: Lexical,
  query: MatchQuery,
): Promise<readonly ScoredKey[]> {
  const asked = query.raw === undefined ? termQuery(query) : rawQuery(query.raw)
  if (asked === undefined) return []
  const usesRanked =
    lexical.rankedIndex !== undefined && query.index === 'words' && query.raw === undefined
  const ranked = usesRanked ? await scored(lexical, query, asked, true) : []
  // A filter may have left too few of the candidates: then all that match are looked at.
  if (usesRanked && (ranked.length >= query.limit || isOpen(query, asked))) return ranked
  return scored(lexical, query, asked, false)
}

function isOpen({ filter }: MatchQuery, { isStrict }: TermQuery): boolean {
  return !isStrict && Object.values(filter).every((value) => value === undefined)
}

async function scored(
  lexical: Lexical,
  query: MatchQuery,
  asked: TermQuery,
  isRanked: boolean,
): Promise<readonly ScoredKey[]> {
  const { rankedIndex } = lexical
  const { parts, averageLength, hasShort } = await partsOf(lexical, query, asked)
  const scoring = { expression: asked.expression, parts, averageLength }
  if (isRanked && rankedIndex !== undefined) {
    // The ranked index brings only what holds a word; it needs no second look unless more is asked.
    const expression = asked.isStrict ? asked.expression : ''
    const rankedBy = { words: asked.words, index: rankedIndex }
    return scoreChunks(lexical.session, query, { ...scoring, expression, rankedBy })
  }
  if (asked.isStrict) return scoreChunks(lexical.session, query, scoring)
  const rarest = rarestParts(parts, query.limit)
  if (rarest.length === parts.length) return scoreChunks(lexical.session, query, scoring)
  const best = await scoreChunks(lexical.session, query, among(scoring, rarest))
  const last = best[query.limit - 1]
  if (last === undefined) return scoreChunks(lexical.session, query, scoring)
  // What holds one of these was looked at; the others must reach the last of them without.
  const others = parts.slice(rarest.length)
  if (sumOfMost(others) < last.score) return best
  const reaching = couldReach(others, last.score, { average: averageLength, hasShort })
  const expression = `${toTsquery(reaching)} & !(${among(scoring, rarest).expression})`
  const more = await scoreChunks(lexical.session, query, { ...scoring, expression })
  return [...best, ...more].sort(byScore).slice(0, query.limit)
}

function byScore(a: ScoredKey, b: ScoredKey): number {
  return b.score - a.score || a.key - b.key
}

function among(scoring: Scoring, parts: readonly ScoredPart[]): Scoring {
  return { ...scoring, expression: parts.map(({ query }) => query).join(' | ') }
}

function sumOfMost(parts: readonly ScoredPart[]): number {
  return parts.reduce((sum, { rarity }) => sum + rarity * mostPerRarity, 0)
}

/** The parts of a query, the rarest first. */
async function partsOf(
  { session }: Lexical,
  { index }: MatchQuery,
  { terms, phrases }: TermQuery,
): Promise<Pick<Scoring, 'parts' | 'averageLength'> & { readonly hasShort: boolean }> {
  const queries = [...terms.map((term) => `'${term}'`), ...phrases]
  const { chunks, averageLength, counts } = await indexFacts(session, index, [...terms, shortMark])
  const short = counts.at(-1) ?? 0
  const known = [...counts.slice(0, -1), ...(await phraseCounts(session, index, phrases))]
  const parts = queries.map((query, at) => {
    const count = known[at] ?? 0
    const rarity = Math.max(leastRarity, Math.log((chunks - count + 0.5) / (count + 0.5)))
    return { query, isPhrase: at >= terms.length, count, rarity }
  })
  return {
    parts: parts.sort((a, b) => b.rarity - a.rarity),
    averageLength,
    hasShort: short > 0,
  }
}

/** As many of the rarest as bring several times the matches asked for. */
function rarestParts(parts: readonly ScoredPart[], limit: number): readonly ScoredPart[] {
  let matches = 0
  const enough = parts.findIndex(({ count }) => {
    matches += count
    return matches >= limit * candidatesPerHit
  })
  return enough === -1 ? parts : parts.slice(0, enough + 1)
}

/** An expression in the syntax of Postgres; its words are scored one by one. */
function rawQuery(raw: string): TermQuery {
  const terms = [...new Set(termsIn(raw))]
  return { expression: raw, terms, phrases: [], words: terms.join(' '), isStrict: true }
}
