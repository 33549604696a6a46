import type { KeyedChunk } from '../../../ports/store/documents.ts'
import { search } from '../search/search.ts'
import type { AskDeps, AskRequest } from './deps.ts'
import { namesIn } from './names-in.ts'

/** Chunks each sub-question brings to the pool, at most. */
const chunksEach = 10

/**
 * Searches for every sub-question, side by side. One that refers to the answer of another (`#1`)
 * waits for it, and is tried with each name that the best passages of the other hold: with the
 * right name, a passage speaks of the whole question.
 */
export async function retrieveAll(
  deps: AskDeps,
  request: AskRequest,
  subQuestions: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (readonly KeyedChunk[])[]> {
  const running: Promise<readonly KeyedChunk[]>[] = []
  for (const [at, subQuestion] of subQuestions.entries()) {
    const earlier = references(subQuestion).filter((number) => number <= at)
    const needed = earlier.flatMap((number) => running[number - 1] ?? [])
    running.push(
      Promise.all(needed).then((lists) => retrieveOne(deps, request, subQuestion, lists, signal)),
    )
  }
  const lists = await Promise.all(running)
  // What rests on another answer is less certain, so it may bring two for each one of the others.
  return lists.flatMap((list, at) =>
    references(subQuestions[at] ?? '').length === 0 ? [list] : halves(list),
  )
}

function halves(list: readonly KeyedChunk[]): readonly (readonly KeyedChunk[])[] {
  return [0, 1].map((rest) => list.filter((_, at) => at % 2 === rest))
}

async function retrieveOne(
  deps: AskDeps,
  request: AskRequest,
  subQuestion: string,
  lists: readonly (readonly KeyedChunk[])[],
  signal: AbortSignal | undefined,
): Promise<readonly KeyedChunk[]> {
  const bare = subQuestion.replace(/#\d+/g, ' ').replace(/>>/g, ' ')
  const names = lists.flatMap((chunks) => namesIn(chunks, bare))
  if (names.length === 0) return (await find(deps, request, bare, signal)).chunks
  const tried = await Promise.all(
    names.map((name) => find(deps, request, `${bare} ${name}`, signal)),
  )
  const byEvidence = [...tried].sort((a, b) => b.evidence - a.evidence)
  // What led here is in the pool already; it must not take the place of what it leads to.
  const known = new Set(lists.flatMap(([best]) => best?.documentId ?? []))
  const fresh = byEvidence.map(({ chunks }) =>
    chunks.filter(({ documentId }) => !known.has(documentId)),
  )
  return distinct(takeTurns(fresh)).slice(0, chunksEach)
}

function find(deps: AskDeps, { mode, filter }: AskRequest, query: string, signal?: AbortSignal) {
  return search(
    deps,
    { query, mode, limit: chunksEach, filter, syntax: 'plain', perDocument: 2 },
    signal,
  )
}

function takeTurns(lists: readonly (readonly KeyedChunk[])[]): readonly KeyedChunk[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}

function distinct(chunks: readonly KeyedChunk[]): readonly KeyedChunk[] {
  return [...new Map(chunks.map((chunk) => [chunk.key, chunk])).values()]
}

function references(subQuestion: string): readonly number[] {
  return [...subQuestion.matchAll(/#(\d+)/g)].map(([, number]) => Number(number))
}
