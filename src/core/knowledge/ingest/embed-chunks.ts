import type { Embedder } from '../../../ports/embedder.ts'
import type { DigestVector, Documents, PendingText } from '../../../ports/store/documents.ts'

/** A title says in few words what the text is about: it counts half as much as the whole text. */
const titleShare = 0.5
const batchSize = 64

/** Embeds every text that has no vector of this model yet, a batch at a time; answers how many. */
export async function embedChunks(
  documents: Documents,
  embedder: Embedder,
  onBatch: (embedded: number) => void = () => {},
  signal?: AbortSignal,
): Promise<number> {
  let embedded = 0
  for (;;) {
    const count = await embedSome(documents, embedder, signal)
    if (count === 0) return embedded
    embedded += count
    onBatch(embedded)
  }
}

/** Embeds one batch of the texts that lack a vector; answers how many. */
export async function embedSome(
  documents: Documents,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<number> {
  signal?.throwIfAborted()
  const pending = await documents.withoutVector(embedder.model, batchSize)
  if (pending.length === 0) return 0
  await documents.putVectors(embedder.model, await vectorsOf(embedder, pending, signal))
  return pending.length
}

async function vectorsOf(
  embedder: Embedder,
  pending: readonly PendingText[],
  signal: AbortSignal | undefined,
): Promise<readonly DigestVector[]> {
  const names = pending.map(({ title, headingPath }) => [title, ...headingPath].join(' ').trim())
  const distinct = [...new Set(names.filter(Boolean))]
  const texts = pending.map(({ text }, at) => `${names[at] ?? ''}\n${text}`.trim())
  const vectors = await embedder.embed([...texts, ...distinct], 'passage', signal)
  const named = new Map(distinct.map((name, at) => [name, vectors[texts.length + at]]))
  return pending.map(({ digest }, at) => ({
    digest,
    vector: blend(vectors[at] ?? new Float32Array(0), named.get(names[at] ?? '')),
  }))
}

function blend(text: Float32Array, title: Float32Array | undefined): Float32Array {
  if (title === undefined) return text
  const sum = text.map((value, at) => value + titleShare * (title[at] ?? 0))
  const length = Math.hypot(...sum) || 1
  return sum.map((value) => value / length)
}
