import { EngineError } from '../../errors.ts'
import type { Session } from './database.ts'
import { toVector } from './memories.ts'

/** The vectors of one model side by side, as one block of memory: a cache of what the table holds. */
export interface VectorMatrix {
  readonly model: string
  readonly dimensions: number
  /** Row `i` belongs to `digests[i]`. */
  readonly digests: readonly string[]
  readonly rows: Float32Array
  readonly count: number
  readonly lastSeq: number
}

const page = 2000

/**
 * Reads what was added since `known`. Writers of vectors take turns, so numbers are committed in
 * order and none is missed. Rows whose vector is gone stay until they are too many; they find no chunk.
 */
export async function loadMatrix(
  session: Session,
  model: string,
  dimensions: number,
  known: VectorMatrix | undefined,
): Promise<VectorMatrix> {
  const lastKnown = known?.lastSeq ?? 0
  const [totals] = await session.run(
    `select count(*) as live, count(*) filter (where seq > $2) as added
     from knowledge_vectors where model = $1`,
    [model, lastKnown],
  )
  const added = Number(totals?.added)
  if (known && known.count + added > 2 * Number(totals?.live) + 1000)
    return loadMatrix(session, model, dimensions, undefined)
  if (known && added === 0) return known
  const count = (known?.count ?? 0) + added
  const rows = roomFor(count * dimensions, known)
  const digests = known ? [...known.digests] : []
  let lastSeq = lastKnown
  while (digests.length < count) {
    const more = await session.run(
      `select seq, digest, vector from knowledge_vectors
       where model = $1 and seq > $2 order by seq limit $3`,
      [model, lastSeq, Math.min(page, count - digests.length)],
    )
    for (const { seq, digest, vector } of more) {
      rows.set(checkedVector(vector, dimensions, model), digests.length * dimensions)
      digests.push(String(digest))
      lastSeq = Number(seq)
    }
    if (more.length === 0) break
  }
  return { model, dimensions, digests, rows, count: digests.length, lastSeq }
}

/** Bytes back to a vector; a length that is not the model's is refused, never compared. */
export function checkedVector(bytes: unknown, dimensions: number, model: string): Float32Array {
  const vector = toVector(bytes)
  if (vector.length !== dimensions) throw dimensionsDiffer(vector.length, dimensions, model)
  return vector
}

export function dimensionsDiffer(stored: number, given: number, model: string): EngineError {
  return new EngineError(
    'vector_dimensions_differ',
    `The index holds vectors of ${stored} dimensions under \`${model}\`, and the model now gives ${given}`,
    {
      hint: 'Run `tamis ingest --reembed` to embed every chunk again.',
      details: { model, stored, given },
    },
  )
}

/** A little room ahead, so that a growing index is not copied at every step. */
function roomFor(length: number, known: VectorMatrix | undefined): Float32Array {
  if (known && known.rows.length >= length) return known.rows
  const rows = new Float32Array(known ? Math.ceil(length * 1.25) : length)
  if (known) rows.set(known.rows.subarray(0, known.count * known.dimensions))
  return rows
}
