import { readFileSync } from 'node:fs'
import { onnxEmbedder } from '../../src/adapters/onnx/embedder.ts'
import { findOnShelf, modelShelf } from '../../src/adapters/onnx/model-shelf.ts'
import { rolePrefix } from '../../src/adapters/openai-compatible/known-models.ts'
import { staticEmbedder } from '../../src/adapters/static-embedder/embedder.ts'
import { decodeTable, staticAsset } from '../../src/adapters/static-embedder/table.ts'
import { rememberWords } from '../../src/adapters/static-embedder/token-ids.ts'
import { wordPiece } from '../../src/adapters/static-embedder/word-piece.ts'
import { bm25Index } from '../../src/core/text/bm25.ts'
import { termsOf } from '../../src/core/text/terms.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import type { Corpus } from './corpora.ts'

/** One row of scores per query, one score per document. */
export type Scores = readonly Float64Array[]
export type Ranker = (corpus: Corpus) => Promise<Scores> | Scores

/** Words alone, each text one field. */
export function byWords({ documents, queries }: Corpus): Scores {
  const index = bm25Index(
    documents.map((text) => [termsOf(text)]),
    { fields: [{ weight: 1, lengthPenalty: 0.75 }] },
  )
  return queries.map(({ text }) => index.scores(termsOf(text).map((term) => [term, 1] as const)))
}

/** Cosine of the embedder's vectors. */
export function byVectors(embedder: Embedder): Ranker {
  return async ({ documents, queries }) => {
    const passages = await embedder.embed(documents, 'passage')
    const questions = await embedder.embed(
      queries.map(({ text }) => text),
      'query',
    )
    return questions.map((question) =>
      Float64Array.from(passages, (passage) => dot(question, passage)),
    )
  }
}

/** Scores of words over the best of them, plus `weight` times the cosine. */
export function joined(words: Scores, vectors: Scores, weight: number): Scores {
  return words.map((row, query) => {
    const best = row.reduce((most, score) => Math.max(most, score), 1e-9)
    return Float64Array.from(
      row,
      (score, at) => score / best + weight * (vectors[query]?.[at] ?? 0),
    )
  })
}

/**
 * The control: the same tokens with the same weights, but rows without meaning. What it scores is
 * owed to shared words; what the table scores above it is owed to what it knows.
 */
function meaninglessTable(): Embedder {
  const table = decodeTable(readFileSync(staticAsset.url))
  if (!table) throw new Error('the table in assets is damaged')
  const { vocabulary, dimensions, scales, rows } = table
  const random = mulberry(1)
  const noise = Float32Array.from({ length: rows.length }, () => random() - 0.5)
  const lengths = scales.map((scale, row) => {
    const own = rows.subarray(row * dimensions, (row + 1) * dimensions)
    return scale * Math.sqrt(own.reduce((sum, value) => sum + value * value, 0))
  })
  const tokenIds = rememberWords(wordPiece(vocabulary))
  const embedOne = (text: string) => {
    const sum = new Float32Array(dimensions)
    for (const id of tokenIds(text))
      for (let d = 0; d < dimensions; d++)
        sum[d] = (sum[d] ?? 0) + (lengths[id] ?? 0) * (noise[id * dimensions + d] ?? 0)
    const length = Math.hypot(...sum)
    return sum.map((value) => (length > 0 ? value / length : 0))
  }
  return {
    model: 'control',
    dimensions,
    reads: 'words',
    embed: async (texts) => texts.map(embedOne),
  }
}

/** The static table, and each encoder on the shelf of `$TAMIS_BENCH_HOME`, by name. */
export async function embedders(): Promise<ReadonlyMap<string, Embedder>> {
  const found = new Map<string, Embedder>([
    ['random rows', meaninglessTable()],
    ['static table', staticEmbedder()],
  ])
  const home = process.env.TAMIS_BENCH_HOME
  if (home === undefined) return found
  for (const { name } of await modelShelf(home, undefined).list())
    found.set(
      name,
      onnxEmbedder({ home, ...findOnShelf(home, name), prefix: (role) => rolePrefix(name, role) }),
    )
  return found
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

/** A small seeded generator, so that every run has the same noise. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
