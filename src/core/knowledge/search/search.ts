import type { Clock } from '../../../ports/clock.ts'
import type { DocumentFilter, KeyedChunk } from '../../../ports/store/document-rows.ts'
import type { SearchMeans } from '../../../ports/store/documents.ts'
import type { Syntax } from '../../../ports/syntax.ts'
import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { diversify } from './diversify.ts'
import { judgeEvidence } from './judge-evidence.ts'
import type { Fusion } from './legs/fuse.ts'
import { parseQuery, plainQuery } from './parse-query.ts'
import { askStore, type Question } from './question.ts'
import { type RankDeps, type Ranking, rankChunks, type SearchMode } from './rank-chunks.ts'
import { readOnce } from './read-once.ts'
import { type SearchHit, toSearchHit } from './search-hit.ts'
import { settle } from './settle.ts'

export interface SearchRequest {
  readonly query: string
  readonly mode: SearchMode
  readonly limit: number
  /** How many hits of the ranking to skip: where the last page ended. */
  readonly offset?: number
  readonly filter?: DocumentFilter
  /** `plain`: every character is text. `query`: phrases, `+` and `-`. `raw`: the index's own syntax. */
  readonly syntax?: 'plain' | 'query' | 'raw'
  readonly fusion?: Fusion
  readonly followMentions?: boolean
  /** Chunks of one document among the first hits. */
  readonly perDocument?: number
  /** Snippets in all hits together, at most. */
  readonly maxTokens?: number
}

export interface SearchDeps extends RankDeps {
  readonly tokenizer?: Tokenizer
  /** Answers where a name is defined, used or tested. */
  readonly syntax?: Syntax | undefined
  readonly now: Clock
  readonly staleAfterMs: number
}

export interface SearchOutcome {
  readonly hits: readonly SearchHit[]
  /** The same chunks whole, in the order of the hits. */
  readonly chunks: readonly KeyedChunk[]
  /** How much of the question the best chunk speaks of, 0 to 1. */
  readonly evidence: number
  readonly legs: Ranking['legs']
  /** By what each leg that ran found its chunks. */
  readonly by: Partial<SearchMeans>
  readonly missing: Ranking['missing']
  readonly scale: Ranking['scale']
  /** Absent when nothing follows. */
  readonly nextOffset?: number
}

/** Candidates per leg beyond the page asked for, so that fusing and hops have something to work with. */
const spareCandidates = 200
const defaultPerDocument = 3

/** One search from words to hits: legs, fusion, second hop, diversity, page, budget. */
export async function search(
  given: SearchDeps,
  request: SearchRequest,
  signal?: AbortSignal,
): Promise<SearchOutcome> {
  const documents = readOnce(given.documents)
  const deps = { ...given, documents }
  const { chunks: total } = await documents.size()
  const question = await readQuestion(deps, request, total)
  const offset = request.offset ?? 0
  const ranking = await rankChunks(
    deps,
    question,
    {
      mode: request.mode,
      filter: request.filter ?? {},
      depth: offset + request.limit + spareCandidates,
      fusion: request.fusion ?? 'weighted',
      followMentions:
        (request.followMentions ?? true) &&
        request.syntax !== 'raw' &&
        question.requiredWords.length === 0,
    },
    signal,
  )
  const settled = await settle(deps, request, question, ranking.ranked)
  const diverse = diversify(
    settled,
    ({ chunk }) => chunk.documentId,
    request.perDocument ?? defaultPerDocument,
  )
  const page = diverse.slice(offset, offset + request.limit)
  const chunks = page.map(({ chunk }) => chunk)
  const hits = page.map(({ chunk, ranked, copies }, at) =>
    toSearchHit({
      chunk,
      ranked,
      copies,
      rank: offset + at + 1,
      legs: ranking.legs,
      fusion: request.fusion ?? 'weighted',
      question,
      now: deps.now(),
      staleAfterMs: deps.staleAfterMs,
    }),
  )
  const passages = diverse.map(({ chunk, ranked }) => {
    const cosine = ranked.parts.vector?.score
    const isNamed = ranked.parts.named !== undefined
    return { chunk, isNamed, ...(cosine === undefined ? {} : { cosine }) }
  })
  const kept = await withinBudget(deps.tokenizer, hits, request.maxTokens)
  const hasMore = diverse.length > offset + kept
  return {
    hits: hits.slice(0, kept),
    chunks: chunks.slice(0, kept),
    evidence: await judgeEvidence(documents, question, passages, ranking.background),
    legs: ranking.legs,
    by: meansOf(await documents.means(), ranking.legs),
    missing: ranking.missing,
    scale: ranking.scale,
    ...(hasMore && kept > 0 ? { nextOffset: offset + kept } : {}),
  }
}

function meansOf({ lexical, vector }: SearchMeans, legs: Ranking['legs']): Partial<SearchMeans> {
  return {
    ...(legs.includes('lexical') ? { lexical } : {}),
    ...(legs.includes('vector') ? { vector } : {}),
  }
}

async function readQuestion(
  { documents }: SearchDeps,
  { query, syntax = 'query' }: SearchRequest,
  chunks: number,
): Promise<Question> {
  const parsed = syntax === 'query' ? parseQuery(query) : plainQuery(query)
  const question = await askStore(documents, parsed, chunks)
  return syntax === 'raw' ? { ...question, raw: query } : question
}

/** How many hits fit; the first always does, cut or not, for an empty answer helps nobody. */
async function withinBudget(
  tokenizer: Tokenizer | undefined,
  hits: readonly SearchHit[],
  maxTokens: number | undefined,
): Promise<number> {
  if (maxTokens === undefined || tokenizer === undefined) return hits.length
  const counts = await tokenizer.count(hits.map((hit) => JSON.stringify(hit)))
  let used = 0
  let kept = 0
  for (const count of counts) {
    used += count
    if (used > maxTokens && kept > 0) break
    kept += 1
  }
  return kept
}
