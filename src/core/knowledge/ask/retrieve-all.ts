import type { KeyedChunk } from '../../../ports/store/documents.ts'
import { search } from '../search/search.ts'
import type { AskDeps, AskRequest } from './deps.ts'
import { namesIn } from './names-in.ts'

/** Chunks each sub-question brings to the pool, at most. */
const chunksEach = 10

/**
 * Searches for every sub-question, side by side. One that refers to the answer of another (`#1`)
 * waits for it, and is asked about the names that the best passages of the other hold.
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
  return Promise.all(running)
}

async function retrieveOne(
  deps: AskDeps,
  { mode, filter }: AskRequest,
  subQuestion: string,
  lists: readonly (readonly KeyedChunk[])[],
  signal: AbortSignal | undefined,
): Promise<readonly KeyedChunk[]> {
  const bare = subQuestion.replace(/#\d+/g, ' ').replace(/>>/g, ' ')
  const names = lists.flatMap((chunks) => namesIn(chunks, bare))
  const query = [bare, ...names].join(' ')
  const found = await search(
    deps,
    { query, mode, limit: chunksEach, filter, syntax: 'plain', perDocument: 2 },
    signal,
  )
  return found.chunks
}

function references(subQuestion: string): readonly number[] {
  return [...subQuestion.matchAll(/#(\d+)/g)].map(([, number]) => Number(number))
}
