import type { DatabaseSync } from 'node:sqlite'
import { EngineError } from '../../errors.ts'
import { type Coded, codeRow, reserveCodes } from './vector-codes.ts'

/** The vectors of one model side by side, as one block of memory. */
export interface VectorMatrix {
  readonly model: string
  readonly dimensions: number
  /** Row `i` belongs to `seqs[i]`. */
  readonly seqs: Float64Array
  readonly rows: Float32Array
  readonly codes: Coded
  readonly count: number
  /** Of the base when this was read: equal means nothing has changed. */
  readonly revision: number
}

const emptySeqs = new Float64Array(0)
const emptyRows = new Float32Array(0)

/** The matrix as the base is now; reads nothing when that is how it was. */
export function loadMatrix(
  database: DatabaseSync,
  model: string,
  dimensions: number,
  known: VectorMatrix | undefined,
): VectorMatrix {
  const state = database.prepare('select revision from knowledge_state').get()
  const revision = Number(state?.revision ?? 0)
  if (known?.revision === revision) return known
  return { ...readAdded(database, model, dimensions, known), revision }
}

/** Reads what was added since `known`. Rows whose vector is gone stay until they are too many; they find no chunk. */
function readAdded(
  database: DatabaseSync,
  model: string,
  dimensions: number,
  known: VectorMatrix | undefined,
): VectorMatrix {
  const lastKnown = known?.seqs[known.count - 1] ?? 0
  const totals = database
    .prepare(
      `select count(*) as live, coalesce(sum(seq > ?), 0) as added from knowledge_vectors where model = ?`,
    )
    .get(lastKnown, model)
  const added = Number(totals?.added ?? 0)
  if (known && known.count + added > 2 * Number(totals?.live ?? 0) + 1000)
    return readAdded(database, model, dimensions, undefined)
  if (known && added === 0) return known
  const matrix = reserve(model, dimensions, (known?.count ?? 0) + added, known)
  const rows = database
    .prepare('select seq, vector from knowledge_vectors where model = ? and seq > ? order by seq')
    .iterate(model, lastKnown)
  let at = known?.count ?? 0
  for (const { seq, vector } of rows) {
    if (at >= matrix.seqs.length) break
    matrix.seqs[at] = Number(seq)
    const values = toVector(vector, dimensions, model)
    matrix.rows.set(values, at * dimensions)
    codeRow(matrix.codes, at, values)
    at += 1
  }
  return { ...matrix, count: at }
}

/** The vector as bytes, little end first, which is how every machine we run on keeps it. */
export function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** Bytes back to a vector; a length that is not the model's is refused, never compared. */
export function toVector(bytes: unknown, dimensions: number, model: string): Float32Array {
  if (bytes instanceof Uint8Array && bytes.byteLength === dimensions * 4)
    return new Float32Array(bytes.slice().buffer)
  const found = bytes instanceof Uint8Array ? bytes.byteLength / 4 : 0
  throw new EngineError(
    'vector_dimensions_differ',
    `The index holds vectors of ${found} dimensions under \`${model}\`, and the model now gives ${dimensions}`,
    {
      hint: 'Run `tamis ingest --reembed` to embed every chunk again.',
      details: { model, stored: found, given: dimensions },
    },
  )
}

function reserve(
  model: string,
  dimensions: number,
  count: number,
  base: VectorMatrix | undefined,
): VectorMatrix {
  if (base && base.seqs.length >= count) return { ...base, count }
  // A little room ahead, so that a growing index is not copied at every step.
  const room = base ? Math.ceil(count * 1.25) : count
  const seqs = room === 0 ? emptySeqs : new Float64Array(room)
  const rows = room === 0 ? emptyRows : new Float32Array(room * dimensions)
  if (base) {
    seqs.set(base.seqs.subarray(0, base.count))
    rows.set(base.rows.subarray(0, base.count * dimensions))
  }
  const codes = reserveCodes(room, dimensions, base?.codes)
  return { model, dimensions, seqs, rows, codes, count, revision: -1 }
}
