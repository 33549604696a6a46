import type { Embedder } from '../../../ports/embedder.ts'
import type { DigestVector, PendingText } from '../../../ports/store/document-vectors.ts'
import type { Documents } from '../../../ports/store/documents.ts'

/** A title says in few words what the text is about: it counts half as much as the whole text. */
const titleShare = 0.5

/** The name of a definition stands in its text, and an encoder has read it there. */
function isNamedApart(embedder: Embedder, kind: PendingText['kind']): boolean {
  return kind !== 'code' || embedder.reads === 'words'
}

const batchSize = 64

/** Embeds every text that has no vector of this model yet, a batch at a time; answers how many. */
export async function embedChunks(
  documents: Documents,
  embedder: Embedder,
  onBatch: (embedded: number) => void = () => {},
  signal?: AbortSignal,
): Promise<number> {
  let embedded = 0
  // From the last key on: looking from the start each time would walk the base once per batch.
  for (let afterKey = 0; ; ) {
    const last = await embedBatch(documents, embedder, afterKey, signal)
    if (last === undefined) return embedded
    afterKey = last.key
    embedded += last.count
    onBatch(embedded)
  }
}

/** Embeds one batch of the texts that lack a vector; answers how many. */
export async function embedSome(documents: Documents, embedder: Embedder): Promise<number> {
  return (await embedBatch(documents, embedder, 0))?.count ?? 0
}

async function embedBatch(
  documents: Documents,
  embedder: Embedder,
  afterKey: number,
  signal?: AbortSignal,
): Promise<{ readonly key: number; readonly count: number } | undefined> {
  signal?.throwIfAborted()
  const found = await documents.withoutVector(embedder.model, batchSize, afterKey)
  const last = found.at(-1)
  if (last === undefined) return undefined
  const pending = [...new Map(found.map((one) => [one.digest, one])).values()]
  await documents.putVectors(embedder.model, await vectorsOf(embedder, pending, signal))
  return { key: last.key, count: pending.length }
}

async function vectorsOf(
  embedder: Embedder,
  pending: readonly PendingText[],
  signal: AbortSignal | undefined,
): Promise<readonly DigestVector[]> {
  const readable = (text: string, kind: PendingText['kind']): string =>
    kind === 'code' ? splitNames(text) : text
  const names = pending.map(({ title, headingPath, kind }) =>
    readable([title, ...headingPath].join(' ').trim(), kind),
  )
  const apart = pending.map(({ kind }, at) =>
    isNamedApart(embedder, kind) ? (names[at] ?? '') : '',
  )
  const distinct = [...new Set(apart.filter(Boolean))]
  const texts = pending.map(({ text, kind }, at) =>
    `${names[at] ?? ''}\n${readable(text, kind)}`.trim(),
  )
  const vectors = await embedder.embed([...texts, ...distinct], 'passage', signal)
  const named = new Map(distinct.map((name, at) => [name, vectors[texts.length + at]]))
  return pending.map(({ digest }, at) => ({
    digest,
    vector: blend(vectors[at] ?? new Float32Array(0), named.get(apart[at] ?? '')),
  }))
}

/** `parseHTTPHeader` as `parse HTTP Header`: models that fold case know no joined words. */
function splitNames(text: string): string {
  return text.replace(/(?:\p{Ll}|\p{N})(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu, '$& ')
}

function blend(text: Float32Array, title: Float32Array | undefined): Float32Array {
  if (title === undefined) return text
  const sum = text.map((value, at) => value + titleShare * (title[at] ?? 0))
  const length = Math.hypot(...sum) || 1
  return sum.map((value) => value / length)
}
