import type { DatabaseSync } from 'node:sqlite'
import { reserveRows, setRow, type VectorRows } from '../rows/vector-rows.ts'
import { checkedVector } from '../rows/vectors.ts'

/** The vectors of one model: a cache of what the table holds. */
export interface VectorMatrix extends VectorRows {
  readonly model: string
  /** Row `i` belongs to `seqs[i]`. */
  readonly seqs: readonly number[]
  /** Of the base when this was read: equal means nothing has changed. */
  readonly revision: number
}

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
  const lastKnown = known?.seqs.at(-1) ?? 0
  const totals = database
    .prepare(
      `select count(*) as live, coalesce(sum(seq > ?), 0) as added from knowledge_vectors where model = ?`,
    )
    .get(lastKnown, model)
  const added = Number(totals?.added ?? 0)
  if (known && known.count + added > 2 * Number(totals?.live ?? 0) + 1000)
    return readAdded(database, model, dimensions, undefined)
  if (known && added === 0) return known
  const count = (known?.count ?? 0) + added
  const room = reserveRows(count, dimensions, known)
  const seqs = known ? [...known.seqs] : []
  // The plus keeps the order of the table: by the index of models every row would be sorted first.
  const rows = database
    .prepare(
      'select seq, vector from knowledge_vectors where seq > ? and +model = ? order by seq limit ?',
    )
    .iterate(lastKnown, model, added)
  for (const { seq, vector } of rows) {
    setRow(room, seqs.length, checkedVector(vector, dimensions, model))
    seqs.push(Number(seq))
  }
  return { ...room, model, seqs, count: seqs.length, revision: -1 }
}
