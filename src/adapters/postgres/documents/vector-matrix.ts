import { reserveRows, setRow, type VectorRows } from '../../rows/vector-rows.ts'
import { checkedVector } from '../../rows/vectors.ts'
import type { Session } from '../database.ts'

/** The vectors of one model: a cache of what the table holds. */
export interface VectorMatrix extends VectorRows {
  readonly model: string
  /** Row `i` belongs to `digests[i]`. */
  readonly digests: readonly string[]
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
  const room = reserveRows(count, dimensions, known)
  const digests = known ? [...known.digests] : []
  let lastSeq = lastKnown
  while (digests.length < count) {
    const more = await session.run(
      `select seq, digest, vector from knowledge_vectors
       where model = $1 and seq > $2 order by seq limit $3`,
      [model, lastSeq, Math.min(page, count - digests.length)],
    )
    for (const { seq, digest, vector } of more) {
      setRow(room, digests.length, checkedVector(vector, dimensions, model))
      digests.push(String(digest))
      lastSeq = Number(seq)
    }
    if (more.length === 0) break
  }
  return { ...room, model, digests, count: digests.length, lastSeq }
}
