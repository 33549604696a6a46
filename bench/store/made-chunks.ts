import { chunkWords } from '../../src/core/knowledge/search/index-terms.ts'
import type { IndexedChunk } from '../../src/ports/store/document-rows.ts'
import type { Documents } from '../../src/ports/store/documents.ts'

const chunksPerDocument = 100
const dimensions = 256
export const madeModel = 'made'

/** Words by Zipf's law, the same for every run: word `n` is about `n` times as rare as the first. */
export function madeText(seed: number, words: number): string {
  const next = randomNumbers(seed)
  return Array.from({ length: words }, () => spell(Math.floor(20_000 ** next()))).join(' ')
}

/** A vector of length 1. */
export function madeVector(seed: number): Float32Array {
  const next = randomNumbers(seed)
  const values = Float32Array.from({ length: dimensions }, () => next() + next() + next() - 1.5)
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}

/** Puts so many chunks of 120 words, with their vectors, into every store alike. */
export async function fillStores(stores: readonly Documents[], chunks: number): Promise<void> {
  for (let first = 0; first < chunks; first += chunksPerDocument) {
    const count = Math.min(chunksPerDocument, chunks - first)
    const id = `d${first}`
    const title = madeText(first + 1, 4)
    const made = Array.from({ length: count }, (_, at) => madeChunk(id, title, first + at, at))
    const document = {
      id,
      source: 'bench',
      trust: 'medium',
      root: '',
      path: id,
      title,
      titleKey: title,
      kind: 'text',
      language: 'en',
      tags: [],
      digest: id,
      bytes: 1,
      modifiedAt: 0,
      indexedAt: 0,
    } as const
    const vectors = made.map(({ digest }, at) => ({ digest, vector: madeVector(first + at) }))
    for (const store of stores) {
      await store.put(document, made)
      await store.putVectors(madeModel, vectors)
    }
  }
}

function madeChunk(documentId: string, title: string, seed: number, ordinal: number): IndexedChunk {
  const text = `${madeText(seed + 500_000, 120)}.`
  return {
    id: `chk_${seed}`,
    documentId,
    ordinal,
    headingPath: [],
    text,
    startLine: ordinal + 1,
    endLine: ordinal + 1,
    digest: `t${seed}`,
    words: chunkWords({ title, headingPath: [], text }, 'en', false),
    grams: '',
  }
}

function randomNumbers(seed: number): () => number {
  let state = (seed * 2654435761 + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** A number as a word of its own. */
function spell(number: number): string {
  return number.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? digit)
}
