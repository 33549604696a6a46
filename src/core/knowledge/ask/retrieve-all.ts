import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import { diversify } from '../search/diversify.ts'
import { byScore } from '../search/explain.ts'
import { search } from '../search/search.ts'
import type { AskDeps, AskRequest } from './deps.ts'
import { leadingNames } from './names-in.ts'
import type { PoolList } from './pool.ts'

/** Chunks each sub-question brings to the pool, at most. */
const chunksEach = 10
/** What rests on another answer is less certain: it may bring so many for each one of the others. */
const dependentShare = 3

/**
 * Searches for every sub-question, side by side. One that refers to the answer of another (`#1`)
 * waits for it, and is tried with each name that the best passage of the other leads to: with the
 * right name, a passage speaks of the whole question.
 */
export async function retrieveAll(
  deps: AskDeps,
  request: AskRequest,
  subQuestions: readonly string[],
  signal?: AbortSignal,
): Promise<readonly PoolList[]> {
  const running: Promise<Answered>[] = []
  for (const [at, subQuestion] of subQuestions.entries()) {
    const earlier = references(subQuestion).filter((number) => number >= 1 && number <= at)
    const needed = earlier.flatMap((number) => running[number - 1] ?? [])
    running.push(
      Promise.all(needed).then(async (answered) => {
        const chunks = await retrieveOne(deps, request, subQuestion, answered, signal)
        return { subQuestion, chunks, share: needed.length === 0 ? 1 : dependentShare }
      }),
    )
  }
  return Promise.all(running)
}

interface Answered extends PoolList {
  readonly subQuestion: string
}

async function retrieveOne(
  deps: AskDeps,
  request: AskRequest,
  subQuestion: string,
  answered: readonly Answered[],
  signal: AbortSignal | undefined,
): Promise<readonly KeyedChunk[]> {
  const bare = subQuestion.replace(/#\d+/g, ' ').replace(/>>/g, ' ')
  const sources = answered.flatMap(({ chunks: [best], subQuestion: earlier }) =>
    best ? [{ best, earlier }] : [],
  )
  const names = await Promise.all(
    sources.map(({ best, earlier }) =>
      leadingNames(deps.documents, best, { answered: earlier, next: bare }, request.filter),
    ),
  )
  const queries = [...new Set(names.flat())].map((name) => `${bare} ${name}`)
  const tried = await Promise.all(
    (queries.length === 0 ? [bare] : queries).map((query) => find(deps, request, query, signal)),
  )
  // What led here is in the pool already; it must not take the place of what it leads to.
  const known = new Set(sources.map(({ best }) => best.documentId))
  return bestOf(tried.flat().filter(({ chunk }) => !known.has(chunk.documentId)))
}

interface ScoredChunk {
  readonly chunk: KeyedChunk
  readonly score: number
}

/** Each chunk by the best score any query gave it. */
function bestOf(found: readonly ScoredChunk[]): readonly KeyedChunk[] {
  const best = new Map<number, ScoredChunk & { readonly key: number }>()
  for (const { chunk, score } of found)
    if (score > (best.get(chunk.key)?.score ?? Number.NEGATIVE_INFINITY))
      best.set(chunk.key, { chunk, score, key: chunk.key })
  const chunks = [...best.values()].sort(byScore).map(({ chunk }) => chunk)
  return diversify(chunks, ({ document }) => document.title, 2).slice(0, chunksEach)
}

async function find(
  deps: AskDeps,
  { mode, filter }: AskRequest,
  query: string,
  signal: AbortSignal | undefined,
): Promise<readonly ScoredChunk[]> {
  const { chunks, hits, scale } = await search(
    deps,
    { query, mode, limit: chunksEach, filter, syntax: 'plain', perDocument: 2 },
    signal,
  )
  return chunks.map((chunk, at) => ({ chunk, score: scale * (hits[at]?.score ?? 0) }))
}

function references(subQuestion: string): readonly number[] {
  return [...subQuestion.matchAll(/#(\d+)/g)].map(([, number]) => Number(number))
}
