import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { MatchQuery, ScoredKey } from '../../../ports/store/document-words.ts'
import type { Row } from '../../rows/coding.ts'
import type { Session } from '../database.ts'
import { documentConditions } from './documents-filter.ts'

/** One occurrence in a title or heading is worth this many in the body, as in the SQLite index. */
const titleWeight = 4
const saturation = 1.2
const lengthShare = 0.75
/** What a term in more than half of the chunks is still worth, as in the SQLite index. */
export const leastRarity = 1e-6
/** What a term that is repeated without end gives a chunk, in its rarities. */
export const mostPerRarity = saturation + 1

/** What is added to the occurrences of a term below the line, in a chunk of so many words. */
export function leastNorm(words: number, averageLength: number): number {
  return saturation * (1 - lengthShare + (lengthShare * words) / averageLength)
}

/** Asks for chunks that hold a term more than once, or in their title or heading: a mark says so, see migration 13. */
export function oftenQuery(query: string): string {
  return `${query.slice(0, -1)}+'`
}

/** How the candidates are found, and what every match is scored by. */
export interface Scoring {
  readonly expression: string
  readonly parts: readonly ScoredPart[]
  readonly averageLength: number
  readonly rankedBy?: { readonly words: string; readonly index: string }
}

export interface ScoredPart {
  /** As Postgres reads a tsquery. */
  readonly query: string
  readonly isPhrase: boolean
  readonly count: number
  readonly rarity: number
}

/** Every match with its BM25, by the formula of FTS5, best first. */
export async function scoreChunks(
  session: Session,
  { index, filter, limit }: MatchQuery,
  { expression, parts, averageLength, rankedBy }: Scoring,
): Promise<readonly ScoredKey[]> {
  const values: unknown[] = []
  const bind = (value: unknown, type: string): string => {
    values.push(value)
    return `$${values.length}::${type}`
  }
  const counts = parts.map((part, at) => `${occurrencesOf(part, bind)} as tf${at}`)
  const terms = parts.map(({ rarity }, at) => {
    const weight = bind(rarity * mostPerRarity, 'double precision')
    return `${weight} * tf${at} / (tf${at} + norm)`
  })
  const norm = `${saturation} * (${1 - lengthShare} + ${lengthShare} * w.${index}_length
    / ${bind(averageLength, 'double precision')})`
  const matches = expression === '' ? 'true' : `w.${index} @@ ${bind(expression, 'tsquery')}`
  const order = rankedBy
    ? `order by w.ranked operator(public.<@>) public.to_bm25query(${bind(rankedBy.words, 'text')},
         ${bind(rankedBy.index, 'text')}) limit ${bind(limit * 2, 'bigint')}`
    : ''
  const most = bind(limit, 'bigint')
  const conditions = documentConditions(filter, values.length)
  const source =
    conditions.where === 'true'
      ? 'knowledge_words w'
      : `knowledge_words w join knowledge_chunks c on c.key = w.key
         join knowledge_documents d on d.key = c.document`
  const rows = await readMatches(() =>
    session.run(
      `select key, ${terms.join(' + ')} as score from (
         select key, norm, ${counts.join(', ')} from (
           select w.key, w.${index} as terms, ${norm} as norm
           from ${source} where ${matches} and ${conditions.where} ${order} offset 0) found
         offset 0) counted
       order by score desc, key limit ${most}`,
      [...values, ...conditions.values],
    ),
  )
  return rows.map(({ key, score }) => ({ key: Number(key), score: Number(score) || leastRarity }))
}

/** Every occurrence once, those of weight A as often again as they are worth more. A phrase counts once. */
function occurrencesOf(
  { query, isPhrase }: ScoredPart,
  bind: (value: unknown, type: string) => string,
): string {
  const bound = bind(query, 'tsquery')
  if (isPhrase) return `(found.terms @@ ${bound})::integer::double precision`
  const rank = (weights: string): string =>
    `occurrences(ts_rank('${weights}', found.terms, ${bound}))`
  // Most terms are in a chunk once or not at all, and to see that costs less than to rank.
  return `case when not found.terms @@ ${bound} then 0
    when not found.terms @@ ${bind(oftenQuery(query), 'tsquery')} then 1
    else ${rank('{1,1,1,1}')} + ${titleWeight - 1} * ${rank('{0,0,0,1}')} end`
}

async function readMatches(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await read()
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === '42601')) throw cause
    throw new EngineError(
      'invalid_input',
      phrase`The search expression is not valid: ${cause.message}`,
      {
        hint: 'Without the raw flag every word is plain text.',
        cause,
      },
    )
  }
}
