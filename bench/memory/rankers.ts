import MiniSearch from 'minisearch'
import { fuse } from '../../src/core/memory/search/corpus.ts'
import { grainIndex } from '../../src/core/memory/search/grains.ts'
import { bm25Index } from '../../src/core/text/bm25.ts'
import { modelBackground } from '../../src/core/text/model-background.ts'
import { termsOf } from '../../src/core/text/terms.ts'
import { benchEmbedder } from '../encoder.ts'

/** Gives every line of the sessions a score for a query. */
export type Ranker = (query: string) => ArrayLike<number> | Promise<ArrayLike<number>>

export interface Method {
  readonly name: string
  prepare(sessions: readonly (readonly string[])[]): Ranker | Promise<Ranker>
}

const embedder = await benchEmbedder()
const oneField = { fields: [{ weight: 1, lengthPenalty: 0.75 }] }
const stemmed = { withoutStopWords: true, stemmedIn: 'en' } as const

export const methods: readonly Method[] = [
  { name: 'MiniSearch by turn', prepare: miniSearch },
  { name: 'plain BM25 by turn', prepare: plainBm25 },
  { name: 'vectors by turn', prepare: vectors },
  {
    name: 'tamis: three grains, no model',
    prepare: (sessions) => {
      const index = grainIndex(sessions)
      return (query) => index.lineScores(query)
    },
  },
  { name: 'tamis: three grains and vectors', prepare: grainsAndVectors },
]

function miniSearch(sessions: readonly (readonly string[])[]): Ranker {
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] })
  const lines = sessions.flat()
  index.addAll(lines.map((text, id) => ({ id, text })))
  return (query) => {
    const scores = new Float64Array(lines.length)
    for (const { id, score } of index.search(query)) scores[id] = score
    return scores
  }
}

function plainBm25(sessions: readonly (readonly string[])[]): Ranker {
  const index = bm25Index(
    sessions.flat().map((line) => [termsOf(line, stemmed)]),
    oneField,
  )
  return (query) => index.scores([...new Set(termsOf(query, stemmed))].map((term) => [term, 1]))
}

async function vectors(sessions: readonly (readonly string[])[]): Promise<Ranker> {
  const rows = await embedder.embed(sessions.flat(), 'passage')
  return async (query) => {
    const [vector] = await embedder.embed([query], 'query')
    return rows.map((row) => Math.max(0, dot(row, vector ?? row)))
  }
}

async function grainsAndVectors(sessions: readonly (readonly string[])[]): Promise<Ranker> {
  const index = grainIndex(sessions)
  const cosines = await vectors(sessions)
  const background = await modelBackground(embedder)
  return async (query) => {
    const byMeaning = await cosines(query)
    return index.lineScores(query).map((words, at) => fuse(words, byMeaning[at], background))
  }
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0)
}
