import { EngineError } from '../../errors.ts'
import type { LexicalIndex, MatchQuery, ScoredKey } from '../../ports/store/documents.ts'
import type { Row, Session } from './database.ts'
import { documentConditions } from './documents-filter.ts'
import { type TermQuery, termQuery, termsIn } from './documents-terms.ts'
import type { Frequencies } from './frequencies.ts'

/** One occurrence in a title or heading is worth this many in the body, as in the SQLite index. */
const titleWeight = 4
const saturation = 1.2
const lengthShare = 0.75
/** What a term in more than half of the chunks is still worth, as in the SQLite index. */
const leastRarity = 1e-6

export interface Lexical {
  readonly session: Session
  readonly frequencies: Frequencies
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
  { session, frequencies, rankedIndex }: Lexical,
  query: MatchQuery,
  asked: TermQuery,
  isRanked: boolean,
): Promise<readonly ScoredKey[]> {
  const { index, filter, limit } = query
  const parts = [...asked.terms.map((term) => `'${term}'`), ...asked.phrases]
  const { counts, chunks, averageLength } = await frequencies.of(index, parts)
  const given = [
    asked.expression,
    parts,
    counts.map((count) => Math.max(leastRarity, Math.log((chunks - count + 0.5) / (count + 0.5)))),
    Math.max(1, averageLength),
    limit,
  ]
  const more = isRanked ? [asked.words, rankedIndex, limit * 2] : []
  const { where, values } = documentConditions(filter, given.length + more.length)
  const source =
    where === 'true'
      ? 'knowledge_words w'
      : `knowledge_words w join knowledge_chunks c on c.key = w.key
         join knowledge_documents d on d.key = c.document`
  const order = isRanked
    ? 'order by w.ranked operator(public.<@>) public.to_bm25query($6, $7) limit $8'
    : ''
  // The ranked index brings only what holds a word; it needs no second look unless more is asked.
  const matches = isRanked && !asked.isStrict ? '$1::text is not null' : `w.${index} @@ $1::tsquery`
  const rows = await readMatches(() =>
    session.run(
      `select key, score from (
         select found.key, (
           select sum(rarity * tf * ${saturation + 1} / (tf + ${saturation} *
             (${1 - lengthShare} + ${lengthShare} * found.length / $4::double precision)))
           from unnest($2::text[], $3::double precision[]) part (query, rarity),
             lateral (select ${occurrencesOf('part.query')} as tf) counted
         ) as score
         from (select w.key, w.${index} as terms, w.${index}_length as length from ${source}
               where ${matches} and ${where} ${order}) found
       ) scored order by score desc, key limit $5`,
      [...given, ...more, ...values],
    ),
  )
  return rows.map(({ key, score }) => ({ key: Number(key), score: Number(score) || leastRarity }))
}

/** Every occurrence once, those of weight A as often again as they are worth more. A phrase counts once. */
function occurrencesOf(query: string): string {
  const rank = (weights: string): string =>
    `occurrences(ts_rank('${weights}', found.terms, ${query}::tsquery))`
  return `case when numnode(${query}::tsquery) > 1
    then (found.terms @@ ${query}::tsquery)::integer
    else ${rank('{1,1,1,1}')} + ${titleWeight - 1} * ${rank('{0,0,0,1}')} end`
}

/** An expression in the syntax of Postgres; its words are scored one by one. */
function rawQuery(raw: string): TermQuery {
  const terms = [...new Set(termsIn(raw))]
  return { expression: raw, terms, phrases: [], words: terms.join(' '), isStrict: true }
}

async function readMatches(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await read()
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === '42601')) throw cause
    throw new EngineError('invalid_input', `The search expression is not valid: ${cause.message}`, {
      hint: 'Without the raw flag every word is plain text.',
      cause,
    })
  }
}

/** How many chunks hold each term; what is no single term is in none. */
export async function termFrequencies(
  frequencies: Frequencies,
  index: LexicalIndex,
  terms: readonly string[],
): Promise<readonly number[]> {
  const isTerm = (term: string): boolean => termsIn(term)[0] === term
  const { counts } = await frequencies.of(
    index,
    terms.filter(isTerm).map((term) => `'${term}'`),
  )
  const remaining = [...counts]
  return terms.map((term) => (isTerm(term) ? (remaining.shift() ?? 0) : 0))
}
