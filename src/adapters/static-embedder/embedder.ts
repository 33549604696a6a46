import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { EngineError } from '../../errors.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { type StaticAsset, staticAsset } from './asset.ts'
import { slices } from './slices.ts'
import { decodeTable, type StaticTable } from './table.ts'
import { createTokenIds, type TokenIds } from './token-ids.ts'

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
    for (const id of tokenIds(slice)) addRow(table, id, sum)
  }
  return unit(sum)
}

function addRow({ rows, scales, dimensions }: StaticTable, id: number, sum: Float64Array): void {
  const scale = scales[id] ?? 0
  const from = id * dimensions
  for (let index = 0; index < dimensions; index++)
    sum[index] = (sum[index] ?? 0) + scale * (rows[from + index] ?? 0)
}

/** Zeros stay zeros: a text without a known token is like no other text. */
function unit(sum: Float64Array): Float32Array {
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0))
  return Float32Array.from(sum, (value) => (length > 0 ? value / length : 0))
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
    throw new EngineError('model_runtime_missing', `The table ${asset.model} cannot be read.`, {
      hint: 'Install tamis again, or set `embedder.kind = "none"`.',
      cause,
    })
  })
  const isOurs = createHash('sha256').update(bytes).digest('hex') === asset.sha256
  const table = isOurs ? decodeTable(new Uint8Array(bytes)) : undefined
  if (!table)
    throw new EngineError(
      'model_runtime_missing',
      `The table ${asset.model} is not the one this version was built with.`,
      { hint: 'Install tamis again, or set `embedder.kind = "none"`.' },
    )
  return { table, tokenIds: createTokenIds(table.vocabulary) }
}
