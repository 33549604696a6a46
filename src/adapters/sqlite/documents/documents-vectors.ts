import type { DatabaseSync } from 'node:sqlite'
import type {
  DocumentVectors,
  NearestQuery,
  PendingText,
} from '../../../ports/store/document-vectors.ts'
import type { ScoredKey } from '../../../ports/store/document-words.ts'
import type { Row } from '../../rows/coding.ts'
import { documentRows, toDigestVector } from '../../rows/documents.ts'
import { dotAt, scanBest } from '../../rows/scan.ts'
import { reserveRows, setRow, type VectorRows } from '../../rows/vector-rows.ts'
import { checkedVector, toBytes } from '../../rows/vectors.ts'
import { sqliteCoding } from '../coding.ts'
import { inTransaction } from '../transaction.ts'
import { isSoundVector, sealOfVector, soundVectors, vectorColumns } from '../vector-seals.ts'
import { documentConditions, saysItself } from './documents-filter.ts'

const { toPending } = documentRows(sqliteCoding)

/** The vector half of the documents store; holds the vectors of the model last asked for in memory. */
export function documentVectors(database: DatabaseSync): DocumentVectors {
  let held: VectorMatrix | undefined
  const matrixOf = (model: string, dimensions: number): VectorMatrix => {
    const known = held?.model === model && held.dimensions === dimensions ? held : undefined
    held = loadMatrix(database, model, dimensions, known)
    return held
  }
  const insert = database.prepare(
    `insert or replace into knowledge_vectors (${vectorColumns}) values (?, ?, ?, ?)`,
  )
  const ofDigests = (model: string, digests: readonly string[]) =>
    soundVectors(database, 'knowledge_vectors', () =>
      database
        .prepare(
          `select seq as rowid, ${vectorColumns} from knowledge_vectors
           where model = ? and digest in (select value from json_each(?)) order by digest`,
        )
        .all(model, JSON.stringify(digests)),
    )
  return {
    withoutVector: async (model, limit, afterKey = 0) =>
      pendingTexts(database, model, limit, afterKey),
    async putVectors(model, vectors) {
      inTransaction(database, () => {
        for (const { digest, vector } of vectors) {
          const bytes = toBytes(vector)
          insert.run(model, digest, bytes, sealOfVector(model, digest, bytes))
        }
        database.exec('update knowledge_state set revision = revision + 1')
      })
    },
    async dropVectors(model) {
      database.prepare('delete from knowledge_vectors where model = ?').run(model)
      database.exec('update knowledge_state set revision = revision + 1')
    },
    nearest: async (query) =>
      nearestChunks(database, matrixOf(query.model, query.vector.length), query),
    async cosines(model, vector, keys) {
      const find = database.prepare('select digest from knowledge_chunks where key = ?')
      const digests = keys.map((key) => String(find.get(key)?.digest ?? ''))
      const vectors = new Map(
        ofDigests(model, [...new Set(digests)]).map((row) => [String(row.digest), row.vector]),
      )
      return digests.map((digest) => {
        const bytes = vectors.get(digest)
        if (bytes === undefined) return undefined
        return dotAt(checkedVector(bytes, vector.length, model), 0, vector)
      })
    },
    vectors: async (model, digests) => ofDigests(model, digests).map(toDigestVector),
  }
}

function pendingTexts(
  database: DatabaseSync,
  model: string,
  limit: number,
  afterKey: number,
): readonly PendingText[] {
  const rows = database
    .prepare(
      `select c.key as key, c.digest as digest, d.title as title, d.kind as kind, c.heading_path as heading_path,
         c.text as text
       from knowledge_chunks c join knowledge_documents d on d.key = c.document
       where c.key > ?
         and not exists (select 1 from knowledge_vectors v where v.model = ? and v.digest = c.digest)
       order by c.key limit ?`,
    )
    .all(afterKey, model, limit)
  return rows.map(toPending)
}

/** One vector may belong to several chunks or to none; look further until enough chunks pass. */
function nearestChunks(
  database: DatabaseSync,
  matrix: VectorMatrix,
  { model, vector, filter, limit }: NearestQuery,
): readonly ScoredKey[] {
  const { where, values } = documentConditions(filter)
  const find = database.prepare(
    `select c.key as key from knowledge_vectors v
     join knowledge_chunks c on c.digest = v.digest
     join knowledge_documents d on d.key = c.document
     where v.seq = ? and v.model = ? and ${saysItself('v.digest')} and ${where} order by c.key`,
  )
  const chunksOf = (row: number, score: number): readonly ScoredKey[] =>
    find.all(matrix.seqs[row] ?? 0, model, ...values).map(({ key }) => ({
      key: Number(key),
      score,
    }))
  for (let wanted = limit; ; wanted *= 8) {
    const best = scanBest(matrix, vector, wanted)
    const found = best.flatMap(({ row, score }) => chunksOf(row, score))
    if (found.length >= limit || best.length >= matrix.count) return found.slice(0, limit)
  }
}

/** The vectors of one model: a cache of what the table holds. */
interface VectorMatrix extends VectorRows {
  readonly model: string
  /** Row `i` belongs to `seqs[i]`. */
  readonly seqs: readonly number[]
  /** Of the base when this was read: equal means nothing has changed. */
  readonly revision: number
}

/** The matrix as the base is now; reads nothing when that is how it was. */
function loadMatrix(
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
  for (const { seq, vector } of soundAfter(database, model, lastKnown, added)) {
    setRow(room, seqs.length, checkedVector(vector, dimensions, model))
    seqs.push(Number(seq))
  }
  return { ...room, model, seqs, count: seqs.length, revision: -1 }
}

/** A vector that is damaged is as good as none: it is forgotten, and its text is embedded again. */
function* soundAfter(
  database: DatabaseSync,
  model: string,
  seq: number,
  limit: number,
): Generator<Row> {
  // The plus keeps the order of the table: by the index of models every row would be sorted first.
  const rows = database
    .prepare(
      `select seq, ${vectorColumns} from knowledge_vectors
       where seq > ? and +model = ? order by seq limit ?`,
    )
    .iterate(seq, model, limit)
  const unsound: Row[] = []
  for (const row of rows)
    if (isSoundVector(row)) yield row
    else unsound.push(row)
  const forget = database.prepare('delete from knowledge_vectors where seq = ?')
  for (const row of unsound) forget.run(Number(row.seq))
}
