import type { MemoryDeps, Spoken } from '../deps.ts'
import { message, reasonOf } from '../records/message.ts'
import { type Library, learningText, noteText } from '../search/library.ts'
import { embedAll } from '../search/vectors.ts'
import { indexClarifications } from './index-clarifications.ts'
import { indexWatchNotes } from './index-watch-notes.ts'

export interface Reindexed extends Spoken {
  readonly learnings: number
  readonly watchNotes: number
  readonly clarifications: number
  /** Vectors in the index afterwards; archived learnings have none. Undefined without an embedder. */
  readonly vectors: number | undefined
}

/** Rebuilds every index from the files: notes and clarifications from their Markdown, vectors from all three. */
export async function reindex(
  deps: MemoryDeps,
  library: Library,
  signal?: AbortSignal,
): Promise<Reindexed> {
  const notes = await indexWatchNotes(deps)
  const clarified = await indexClarifications(deps)
  const { items: learnings, messages } = await library.learnings()
  const embedded = await embedMissing(deps, await textsInUse(library), signal)
  return {
    learnings: learnings.length,
    watchNotes: (await library.watchNotes()).items.length,
    clarifications: (await library.clarifications()).items.length,
    vectors: embedded.vectors,
    messages: [...notes.messages, ...clarified.messages, ...messages, ...embedded.messages],
  }
}

/** Drops the vectors of texts that are no longer in use, such as archived learnings. */
export async function forgetUnused(deps: MemoryDeps, library: Library): Promise<readonly string[]> {
  const { embedder, vectors, digest } = deps
  if (embedder === undefined) return []
  try {
    await vectors.retainOnly(embedder.model, (await textsInUse(library)).map(digest))
    return []
  } catch (error) {
    return [message('lifecycle', 'index failed', reasonOf(error))]
  }
}

async function textsInUse(library: Library): Promise<readonly string[]> {
  return [
    ...(await library.learnings()).items.map(({ record }) => learningText(record)),
    ...(await library.watchNotes()).items.map(noteText),
    ...(await library.clarifications()).items.map(({ verbatim }) => verbatim),
  ]
}

/** Drops what is no longer in use and embeds what is new; without an embedder there is nothing to do. */
async function embedMissing(
  deps: MemoryDeps,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<{ vectors: number | undefined; messages: readonly string[] }> {
  const { embedder, vectors, digest } = deps
  if (embedder === undefined) return { vectors: undefined, messages: [] }
  try {
    const digests = texts.map(digest)
    await vectors.retainOnly(embedder.model, digests)
    const known = await vectors.find(embedder.model, digests)
    const missing = texts.filter((_, at) => !known.has(digests[at] ?? ''))
    await embedAll(deps, embedder, missing, Number.POSITIVE_INFINITY, signal)
    return { vectors: await vectors.count(), messages: [] }
  } catch (error) {
    return { vectors: undefined, messages: [message('reindex', 'vectors failed', reasonOf(error))] }
  }
}
