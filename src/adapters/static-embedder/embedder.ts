import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { decodeTable, type StaticAsset, type StaticTable, staticAsset } from './table.ts'
import { rememberWords, slices } from './token-ids.ts'
import type { TokenIds } from './word-piece.ts'

interface Loaded {
  readonly table: StaticTable
  readonly tokenIds: TokenIds
}

/** Characters handled between two turns of the event loop: a few milliseconds. */
const charactersPerTurn = 16_384

/** The default embedder: no native code, no download. The table is read on the first call. */
export function staticEmbedder(asset: StaticAsset = staticAsset): Embedder {
  let loading: Promise<Loaded> | undefined
  return {
    model: asset.model,
    dimensions: asset.dimensions,
    reads: 'words',
    async embed(texts, _role, signal) {
      signal?.throwIfAborted()
      loading ??= load(asset).catch((error: unknown) => {
        loading = undefined
        throw error
      })
      const loaded = await loading
      const takeTurn = createTurns(signal)
      const vectors: Float32Array[] = []
      for (const text of texts) vectors.push(await embedOne(loaded, text, takeTurn))
      return vectors
    },
  }
}

async function embedOne(
  { table, tokenIds }: Loaded,
  text: string,
  takeTurn: (characters: number) => Promise<void> | undefined,
): Promise<Float32Array> {
  const sum = new Float64Array(table.dimensions)
  for (const slice of slices(text, charactersPerTurn)) {
    const turn = takeTurn(slice.length)
    if (turn) await turn
    addRows(table, tokenIds(slice), sum)
  }
  return unit(sum)
}

/** Two rows a pass: half the reads and writes of `sum`, which are most of the work. */
function addRows(
  { rows, scales, dimensions }: StaticTable,
  ids: readonly number[],
  sum: Float64Array,
): void {
  for (let at = 0; at < ids.length; at += 2) {
    const one = ids[at] ?? 0
    const other = ids[at + 1]
    const oneScale = scales[one] ?? 0
    const otherScale = other === undefined ? 0 : (scales[other] ?? 0)
    const oneStart = one * dimensions
    const otherStart = (other ?? one) * dimensions
    for (let index = 0; index < dimensions; index++)
      sum[index] =
        (sum[index] ?? 0) +
        oneScale * (rows[oneStart + index] ?? 0) +
        otherScale * (rows[otherStart + index] ?? 0)
  }
}

/** Zeros stay zeros: a text without a known token is like no other text. */
function unit(sum: Float64Array): Float32Array {
  let squares = 0
  for (const value of sum) squares += value * value
  const vector = new Float32Array(sum.length)
  if (squares === 0) return vector
  const factor = 1 / Math.sqrt(squares)
  for (const [index, value] of sum.entries()) vector[index] = value * factor
  return vector
}

/** Lets the event loop run once enough characters were handled, and checks the signal there. */
function createTurns(signal?: AbortSignal): (characters: number) => Promise<void> | undefined {
  let handled = 0
  return (characters) => {
    handled += characters
    if (handled < charactersPerTurn) return undefined
    handled = 0
    return nextTurn().then(() => signal?.throwIfAborted())
  }
}

async function load(asset: StaticAsset): Promise<Loaded> {
  const bytes = await readFile(asset.url).catch((cause: unknown) => {
    throw new EngineError(
      'model_runtime_missing',
      phrase`The table ${asset.model} cannot be read.`,
      {
        hint: 'Install tamis again, or set `embedder.kind = "none"`.',
        cause,
      },
    )
  })
  const isOurs = createHash('sha256').update(bytes).digest('hex') === asset.sha256
  const table = isOurs ? decodeTable(bytes) : undefined
  if (!table)
    throw new EngineError(
      'model_runtime_missing',
      phrase`The table ${asset.model} is not the one this version was built with.`,
      { hint: 'Install tamis again, or set `embedder.kind = "none"`.' },
    )
  const { wordPiece } = await import('./word-piece.ts')
  return { table, tokenIds: rememberWords(wordPiece(table.vocabulary)) }
}
