import type {
  DocumentRecord,
  IndexedChunk,
  KeyedChunk,
  LinkedDocument,
} from '../../ports/store/document-rows.ts'
import type { Documents } from '../../ports/store/documents.ts'
import { passes } from './documents-filter.ts'
import { bestMatches, holdsTerm } from './documents-lexical.ts'

/** A document and its chunks as they were put, each chunk under a key that is never used twice. */
interface HeldDocument {
  readonly record: DocumentRecord
  readonly chunks: readonly HeldChunk[]
}

export type HeldChunk = IndexedChunk & { readonly key: number }

/** Documents in plain maps, for tests; every search walks everything. */
export function inMemoryDocuments(): Documents {
  const held = new Map<string, HeldDocument>()
  const vectors = new Map<string, Map<string, Float32Array>>()
  let nextKey = 1
  let revision = 0
  const all = (): readonly HeldDocument[] =>
    [...held.values()].sort((a, b) => (a.record.id < b.record.id ? -1 : 1))
  const pairs = () => all().flatMap((one) => one.chunks.map((chunk) => ({ one, chunk })))
  const byKey = (key: number) => pairs().find(({ chunk }) => chunk.key === key)
  const vectorOf = (model: string, digest: string) => vectors.get(model)?.get(digest)
  const remove = (ids: readonly string[]): number => ids.filter((id) => held.delete(id)).length
  const dropUnneeded = () => keepNeeded(vectors, new Set(pairs().map(({ chunk }) => chunk.digest)))
  return {
    async put(document, chunks) {
      revision += 1
      const isNew = !held.has(document.id)
      held.set(document.id, {
        record: document,
        chunks: chunks.map((chunk) => ({ ...chunk, key: nextKey++ })),
      })
      if (!isNew) dropUnneeded()
    },
    async update(id, { newId, ...changes }) {
      const found = held.get(id)
      if (!found) return
      revision += 1
      held.delete(id)
      const documentId = newId ?? id
      held.set(documentId, {
        record: { ...found.record, ...changes, id: documentId },
        chunks: found.chunks.map((chunk) => ({ ...chunk, documentId })),
      })
    },
    async remove(ids) {
      revision += 1
      const removed = remove(ids)
      dropUnneeded()
      return removed
    },
    find: async (id) => held.get(id)?.record,
    list: async (filter, { after = '', limit }) =>
      all()
        .map(({ record }) => record)
        .filter((record) => record.id > after && passes(record, filter))
        .slice(0, limit),
    chunksOf: async (documentId) => (held.get(documentId)?.chunks ?? []).map(toRecord),
    async findChunk(id) {
      const found = pairs().find(({ chunk }) => chunk.id === id)
      return found && toKeyed(found.one, found.chunk)
    },
    load: async (keys) =>
      keys.flatMap((key) => {
        const found = byKey(key)
        return found ? [toKeyed(found.one, found.chunk)] : []
      }),
    digests: async (afterKey, limit) =>
      pairs()
        .map(({ chunk: { key, digest } }) => ({ key, digest }))
        .filter(({ key }) => key > afterKey)
        .sort((a, b) => a.key - b.key)
        .slice(0, limit),
    saying: async (digests, filter) =>
      pairs()
        .filter(({ one, chunk }) => digests.includes(chunk.digest) && passes(one.record, filter))
        .map(({ chunk: { key, digest } }) => ({ key, digest }))
        .sort((a, b) => a.key - b.key),
    wordsOf: async (keys) =>
      keys.flatMap((key) => {
        const found = byKey(key)
        return found ? [{ key, ...found.chunk.words }] : []
      }),
    frequencies: async (index, terms) =>
      terms.map((term) => pairs().filter(({ chunk }) => holdsTerm(chunk, index, term)).length),
    match: async (query) =>
      bestMatches(
        pairs().map(({ chunk }) => chunk),
        new Set(
          pairs().flatMap(({ one, chunk }) =>
            passes(one.record, query.filter) ? [chunk.key] : [],
          ),
        ),
        query,
      ),
    titled: async (titleKeys, filter) =>
      all()
        .filter(({ record }) => titleKeys.includes(record.titleKey) && passes(record, filter))
        .flatMap(toLinked),
    atPaths: async (source, paths) =>
      all()
        .filter(({ record }) => record.source === source && paths.includes(record.path))
        .flatMap(toLinked),
    withoutVector: async (model, limit, afterKey = 0) =>
      pairs()
        .filter(({ chunk }) => chunk.key > afterKey && !vectorOf(model, chunk.digest))
        .sort((a, b) => a.chunk.key - b.chunk.key)
        .map(({ one, chunk: { key, digest, headingPath, text } }) => ({
          key,
          digest,
          title: one.record.title,
          kind: one.record.kind,
          headingPath,
          text,
        }))
        .slice(0, limit),
    async putVectors(model, added) {
      revision += 1
      const ofModel = vectors.get(model) ?? new Map<string, Float32Array>()
      for (const { digest, vector } of added) ofModel.set(digest, vector)
      vectors.set(model, ofModel)
    },
    async dropVectors(model) {
      vectors.delete(model)
    },
    nearest: async ({ model, vector, filter, limit }) =>
      pairs()
        .flatMap(({ one, chunk }) => {
          const own = vectorOf(model, chunk.digest)
          if (own === undefined || !passes(one.record, filter)) return []
          return [{ key: chunk.key, score: dot(own, vector) }]
        })
        .sort((a, b) => b.score - a.score || a.key - b.key)
        .slice(0, limit),
    cosines: async (model, vector, keys) =>
      keys.map((key) => {
        const own = vectorOf(model, byKey(key)?.chunk.digest ?? '')
        return own && dot(own, vector)
      }),
    vectors: async (model, digests) =>
      digests
        .flatMap((digest) => {
          const vector = vectorOf(model, digest)
          return vector ? [{ digest, vector }] : []
        })
        .sort((a, b) => (a.digest < b.digest ? -1 : 1)),
    size: async () => ({ chunks: pairs().length, revision }),
    async usage(model) {
      const digests = new Set(pairs().map(({ chunk }) => chunk.digest))
      const ofModel = vectors.get(model ?? '')
      const sources = [...new Set(all().map(({ record }) => record.source))].sort()
      return {
        documents: held.size,
        chunks: pairs().length,
        characters: pairs().reduce((sum, { chunk }) => sum + [...chunk.text].length, 0),
        revision,
        sources: sources.map((source) => {
          const own = all().filter(({ record }) => record.source === source)
          return {
            source,
            documents: own.length,
            chunks: own.reduce((sum, { chunks }) => sum + chunks.length, 0),
            trust: own[0]?.record.trust ?? 'medium',
          }
        }),
        models: [...vectors].map(([name, found]) => ({
          model: name,
          dimensions: [...found.values()][0]?.length ?? 0,
          vectors: found.size,
        })),
        vectors: ofModel?.size ?? 0,
        withoutVector:
          model === undefined ? 0 : [...digests].filter((digest) => !ofModel?.has(digest)).length,
      }
    },
    async clear(source) {
      revision += 1
      const leaving = all().filter(({ record }) => (source ?? record.source) === record.source)
      remove(leaving.map(({ record }) => record.id))
      dropUnneeded()
    },
    means: async () => ({ lexical: 'bm25', vector: 'scan' }),
  }
}

function keepNeeded(
  vectors: Map<string, Map<string, Float32Array>>,
  needed: ReadonlySet<string>,
): void {
  for (const [model, ofModel] of vectors) {
    for (const digest of ofModel.keys()) if (!needed.has(digest)) ofModel.delete(digest)
    if (ofModel.size === 0) vectors.delete(model)
  }
}

function toRecord({ key: _key, words: _words, grams: _grams, ...record }: HeldChunk) {
  return record
}

function toKeyed({ record }: HeldDocument, chunk: HeldChunk): KeyedChunk {
  return { ...toRecord(chunk), key: chunk.key, document: record }
}

function toLinked({ record, chunks }: HeldDocument): readonly LinkedDocument[] {
  const [first] = chunks
  if (first === undefined) return []
  return [
    { documentId: record.id, titleKey: record.titleKey, path: record.path, firstChunk: first.key },
  ]
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}
