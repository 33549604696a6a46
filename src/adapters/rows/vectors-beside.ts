import type { KeyedDigest } from '../../ports/store/document-rows.ts'
import type { NearestQuery, PendingText } from '../../ports/store/document-vectors.ts'
import type { ScoredKey } from '../../ports/store/document-words.ts'
import type { Documents } from '../../ports/store/documents.ts'
import type { VectorStore } from '../../ports/store/vector-store.ts'
import { dotAt } from './scan.ts'
import { dimensionsDiffer } from './vectors.ts'

const pageSize = 1000

/** The same documents, with their vectors in a store beside the database. */
export function vectorsBeside(rows: Documents, store: VectorStore): Documents {
  /** After a change of rows: forgets the texts of before that no chunk says any more. */
  const forgetUnsaid = async (before: Iterable<string>): Promise<void> => {
    for (const page of pagesOf([...new Set(before)])) {
      const said = new Set((await rows.saying(page, {})).map(({ digest }) => digest))
      await store.forget(page.filter((digest) => !said.has(digest)))
    }
  }
  const saidBy = async (ids: readonly string[]): Promise<readonly string[]> =>
    (await Promise.all(ids.map((id) => rows.chunksOf(id)))).flat().map(({ digest }) => digest)
  return {
    ...rows,
    async put(document, chunks) {
      const before = await saidBy([document.id])
      await rows.put(document, chunks)
      await forgetUnsaid(before)
    },
    async remove(ids) {
      const before = await saidBy(ids)
      const removed = await rows.remove(ids)
      await forgetUnsaid(before)
      return removed
    },
    async clear(source) {
      const before = new Set<string>()
      for await (const { digest } of allDigests(rows)) before.add(digest)
      await rows.clear(source)
      await forgetUnsaid(before)
    },
    withoutVector: (model, limit, afterKey = 0) =>
      pendingTexts(rows, store, model, limit, afterKey),
    putVectors: (model, vectors) => store.put(model, vectors),
    dropVectors: (model) => store.drop(model),
    nearest: (query) => nearestChunks(rows, store, query),
    cosines: (model, vector, keys) => cosinesOf(rows, store, model, vector, keys),
    vectors: (model, digests) => store.load(model, digests),
    async size() {
      const { chunks, revision } = await rows.size()
      return { chunks, revision: revision + (await store.revision()) }
    },
    async usage(model) {
      const [usage, models] = await Promise.all([rows.usage(), store.models()])
      return {
        ...usage,
        models,
        vectors: models.find((one) => one.model === model)?.vectors ?? 0,
        withoutVector: model === undefined ? 0 : await countWithout(rows, store, model),
      }
    },
    means: async () => ({ ...(await rows.means()), vector: store.means }),
  }
}

/** One vector may belong to several chunks or to none; look further until enough chunks pass. */
async function nearestChunks(
  rows: Documents,
  store: VectorStore,
  { model, vector, filter, limit }: NearestQuery,
): Promise<readonly ScoredKey[]> {
  for (let wanted = limit; ; wanted *= 8) {
    const near = await store.nearest(model, vector, wanted)
    const scores = new Map(near.map(({ digest, score }) => [digest, score]))
    const said = await rows.saying([...scores.keys()], filter)
    if (said.length >= limit || near.length < wanted)
      return said
        .map(({ key, digest }) => ({ key, score: scores.get(digest) ?? 0 }))
        .sort((a, b) => b.score - a.score || a.key - b.key)
        .slice(0, limit)
  }
}

async function cosinesOf(
  rows: Documents,
  store: VectorStore,
  model: string,
  vector: Float32Array,
  keys: readonly number[],
): Promise<readonly (number | undefined)[]> {
  const digests = new Map((await rows.load(keys)).map(({ key, digest }) => [key, digest]))
  const found = await store.load(model, [...new Set(digests.values())])
  const cosines = new Map(
    found.map((one) => {
      if (one.vector.length !== vector.length)
        throw dimensionsDiffer(one.vector.length, vector.length, model)
      return [one.digest, dotAt(one.vector, 0, vector)]
    }),
  )
  return keys.map((key) => cosines.get(digests.get(key) ?? ''))
}

async function pendingTexts(
  rows: Documents,
  store: VectorStore,
  model: string,
  limit: number,
  afterKey: number,
): Promise<readonly PendingText[]> {
  const keys: number[] = []
  for await (const { key } of lacking(rows, store, model, afterKey)) {
    keys.push(key)
    if (keys.length >= limit) break
  }
  return (await rows.load(keys)).map(({ key, digest, headingPath, text, document }) => ({
    key,
    digest,
    headingPath,
    text,
    title: document.title,
    kind: document.kind,
  }))
}

async function countWithout(rows: Documents, store: VectorStore, model: string): Promise<number> {
  const missing = new Set<string>()
  for await (const { digest } of lacking(rows, store, model, 0)) missing.add(digest)
  return missing.size
}

/** Chunks whose text has no vector of the model, in the order of keys. */
async function* lacking(
  rows: Documents,
  store: VectorStore,
  model: string,
  afterKey: number,
): AsyncGenerator<KeyedDigest> {
  for await (const page of pages(rows, afterKey)) {
    const known = await store.known(
      model,
      page.map(({ digest }) => digest),
    )
    for (const one of page) if (!known.has(one.digest)) yield one
  }
}

async function* allDigests(rows: Documents): AsyncGenerator<KeyedDigest> {
  for await (const page of pages(rows, 0)) yield* page
}

async function* pages(rows: Documents, afterKey: number): AsyncGenerator<readonly KeyedDigest[]> {
  for (let after = afterKey; ; ) {
    const page = await rows.digests(after, pageSize)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last.key
  }
}

function pagesOf(digests: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(digests.length / pageSize) }, (_, at) =>
    digests.slice(at * pageSize, (at + 1) * pageSize),
  )
}
