import type { MatchQuery, ScoredKey } from '../../../ports/store/document-words.ts'
import type { Session } from '../database.ts'
import { type TermQuery, termQuery, termsIn } from './documents-terms.ts'
import { indexFacts, phraseCounts } from './frequencies.ts'
import { couldReach, shortMark, toTsquery } from './reaching.ts'
import {
  leastRarity,
  oftenQuery,
  type ScoredPart,
  type Scoring,
  scoreChunks,
} from './score-chunks.ts'

/** How many matches of the rarest terms are looked at first, for every hit asked for. */
const candidatesPerHit = 2
/** A common term is looked at first where it stands more than once, if that brings so many for every hit. */
const oftenPerHit = 1.5

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
  const { parts, averageLength, hasShort, chunks } = await partsOf(lexical, query, asked)
  const scoring = { expression: asked.expression, parts, averageLength }
  if (isRanked && rankedIndex !== undefined) {
    // The ranked index brings only what holds a word; it needs no second look unless more is asked.
    const expression = asked.isStrict ? asked.expression : ''
    const rankedBy = { words: asked.words, index: rankedIndex }
    return scoreChunks(lexical.session, query, { ...scoring, expression, rankedBy })
  }
  if (asked.isStrict) return scoreChunks(lexical.session, query, scoring)
  const first = firstLook(parts, query.limit, chunks)
  if (first === undefined) return scoreChunks(lexical.session, query, scoring)
  const { expression: looked, rest } = first
  const best = await scoreChunks(lexical.session, query, { ...scoring, expression: looked })
  const last = best[query.limit - 1]
  if (last === undefined) return scoreChunks(lexical.session, query, scoring)
  // What was not looked at must reach the last of them by the rest alone.
  const reaching = couldReach(rest, last.score, { average: averageLength, hasShort })
  if (reaching === undefined) return best
  const expression = `${toTsquery(reaching)} & !(${looked})`
  const more = await scoreChunks(lexical.session, query, { ...scoring, expression })
  return [...best, ...more].sort(byScore).slice(0, query.limit)
}

function byScore(a: ScoredKey, b: ScoredKey): number {
  return b.score - a.score || a.key - b.key
}

interface Facts extends Pick<Scoring, 'parts' | 'averageLength'> {
  readonly hasShort: boolean
  readonly chunks: number
}

/** The parts of a query, the rarest first. */
async function partsOf(
  { session }: Lexical,
  { index }: MatchQuery,
  { terms, phrases }: TermQuery,
): Promise<Facts> {
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
    chunks,
  }
}

interface FirstLook {
  readonly expression: string
  /** By what the chunks that it does not find can still score. */
  readonly rest: readonly ScoredPart[]
}

/**
 * As many of the rarest parts as bring several times the matches asked for; of the last of them, if it is
 * common, only where it stands more than once. `undefined` where that is all of them.
 */
function firstLook(
  parts: readonly ScoredPart[],
  limit: number,
  chunks: number,
): FirstLook | undefined {
  let matches = 0
  for (const [at, part] of parts.entries()) {
    const before = parts.slice(0, at)
    const rest = parts.slice(at + 1)
    if (!part.isPhrase && matches + oftenCount(part, chunks) >= limit * oftenPerHit)
      return {
        expression: anyOf([...before.map(({ query }) => query), oftenQuery(part.query)]),
        // Where it was not looked at it stands once, as a phrase counts.
        rest: [{ ...part, isPhrase: true }, ...rest],
      }
    matches += part.count
    if (matches >= limit * candidatesPerHit && rest.length > 0)
      return { expression: anyOf([...before, part].map(({ query }) => query)), rest }
  }
  return undefined
}

/** In how many chunks a term stands more than once, if it were spread by chance; it mostly is in more. */
function oftenCount({ count }: ScoredPart, chunks: number): number {
  const perChunk = -Math.log(Math.max(1 / (chunks + 1), 1 - count / chunks))
  return chunks * (1 - (1 + perChunk) * Math.exp(-perChunk))
}

function anyOf(queries: readonly string[]): string {
  return queries.join(' | ')
}

/** An expression in the syntax of Postgres; its words are scored one by one. */
function rawQuery(raw: string): TermQuery {
  const terms = [...new Set(termsIn(raw))]
  return { expression: raw, terms, phrases: [], words: terms.join(' '), isStrict: true }
}
