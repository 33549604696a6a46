import { type CodeRoom, reserveCodeRoom } from './code-products.ts'

/** Vectors in one byte a value: a value is its code times the scale of its row, within half a scale. */
export interface Coded {
  readonly room: CodeRoom
  /** Of all rows, for the bound of the error. */
  largestScale: number
}

const largestCode = 127
const largestQueryCode = 32_767

export function reserveCodes(count: number, dimensions: number, known?: Coded): Coded {
  const room = reserveCodeRoom(count, dimensions)
  if (known) {
    room.codes.set(known.room.codes)
    room.scales.set(known.room.scales)
  }
  return { room, largestScale: known?.largestScale ?? 0 }
}

/** Writes one vector as the codes of a row. */
export function codeRow(coded: Coded, row: number, vector: Float32Array): void {
  const { codes, scales, stride } = coded.room
  const scale = largestValue(vector) / largestCode
  const offset = row * stride
  for (let at = 0; at < vector.length; at++)
    codes[offset + at] = scale === 0 ? 0 : Math.round((vector[at] ?? 0) / scale)
  scales[row] = scale
  coded.largestScale = Math.max(coded.largestScale, scale)
}

/** What codes say of the products of a query with rows, in units of the query's own scale. */
interface CodedScores {
  /** Of each row in turn; valid until the next query. */
  readonly scores: Float32Array
  /** How far a score may be from the product of the whole vectors, at most. */
  readonly error: number
}

/** Multiplies a query with the first `count` rows, in the finest whole numbers whose sums fit in 32 bits. */
export function scoreCodes(
  { room, largestScale }: Coded,
  count: number,
  vector: Float32Array,
): CodedScores {
  const fitting = Math.floor(2 ** 31 / (largestCode + 1) / Math.max(1, vector.length)) - 1
  const scale = largestValue(vector) / Math.max(1, Math.min(fitting, largestQueryCode))
  const values = scale === 0 ? vector : vector.map((value) => Math.round(value / scale))
  room.query.set(values)
  room.multiply(count)
  // Half a scale of the row for each value of the query, half a scale of the query for each of the row,
  // and a thousandth for the rounding of the scores themselves.
  const ofRows = values.reduce((sum, value) => sum + Math.abs(value) + largestCode, 0)
  return { scores: room.scores.subarray(0, count), error: (ofRows / 2) * largestScale * 1.001 }
}

function largestValue(vector: Float32Array): number {
  return vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
}
