/** One int8 row per token; a row's real values are its bytes times its scale. */
export interface StaticTable {
  readonly vocabulary: readonly string[]
  readonly dimensions: number
  readonly scales: Float32Array
  readonly rows: Int8Array
}

const magic = 'TAMISTAB'
const headerBytes = 20

/**
 * Layout, little-endian: the magic word, u32 rows, dimensions and vocabulary bytes, the vocabulary
 * as UTF-8 lines, zeros up to a multiple of four, f32 scales, int8 rows.
 */
export function encodeTable(table: StaticTable): Uint8Array<ArrayBuffer> {
  const words = new TextEncoder().encode(table.vocabulary.join('\n'))
  const count = table.vocabulary.length
  const scalesAt = aligned(headerBytes + words.length)
  const bytes = new Uint8Array(scalesAt + count * (4 + table.dimensions))
  bytes.set(new TextEncoder().encode(magic))
  const view = new DataView(bytes.buffer)
  for (const [index, value] of [count, table.dimensions, words.length].entries())
    view.setUint32(magic.length + 4 * index, value, true)
  bytes.set(words, headerBytes)
  for (const [index, scale] of table.scales.entries())
    view.setFloat32(scalesAt + 4 * index, scale, true)
  bytes.set(new Uint8Array(table.rows.buffer, table.rows.byteOffset), scalesAt + 4 * count)
  return bytes
}

/** The table in these bytes, its rows shared with them, or `undefined` when they are not a table. */
export function decodeTable(bytes: Uint8Array<ArrayBuffer>): StaticTable | undefined {
  if (bytes.length < headerBytes) return undefined
  if (new TextDecoder().decode(bytes.subarray(0, magic.length)) !== magic) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [count = 0, dimensions = 0, wordBytes = 0] = [0, 1, 2].map((index) =>
    view.getUint32(magic.length + 4 * index, true),
  )
  const scalesAt = aligned(headerBytes + wordBytes)
  if (bytes.length !== scalesAt + count * (4 + dimensions)) return undefined
  const words = new TextDecoder().decode(bytes.subarray(headerBytes, headerBytes + wordBytes))
  const vocabulary = words.split('\n')
  if (vocabulary.length !== count) return undefined
  const scales = Float32Array.from({ length: count }, (_, index) =>
    view.getFloat32(scalesAt + 4 * index, true),
  )
  const rows = new Int8Array(bytes.buffer, bytes.byteOffset + scalesAt + 4 * count)
  return { vocabulary, dimensions, scales, rows: rows.subarray(0, count * dimensions) }
}

function aligned(offset: number): number {
  return Math.ceil(offset / 4) * 4
}

/** A table file and what it must be. */
export interface StaticAsset {
  readonly model: string
  readonly dimensions: number
  readonly sha256: string
  readonly url: URL
}

/** The table in the package; written by `scripts/distill-embedder.ts`, which prints this digest. */
export const staticAsset: StaticAsset = {
  model: 'static-bge-256@1',
  dimensions: 256,
  sha256: 'a56ad7df81b1e0570372f06a2cafea6836ae06bb9f11e8c88b96b16e35b8db6b',
  url: new URL('../../../assets/static-embedder.bin', import.meta.url),
}
