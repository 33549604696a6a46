import type { DatabaseSync } from 'node:sqlite'
import type { DigestVector, NearestQuery, PendingText } from '../../ports/store/document-vectors.ts'
import type { ScoredKey } from '../../ports/store/document-words.ts'
import { documentRows } from '../rows/documents.ts'
import { dotAt, scanBest } from '../rows/scan.ts'
import { checkedVector, toBytes } from '../rows/vectors.ts'
import { sqliteCoding } from './coding.ts'
import { documentConditions } from './documents-filter.ts'
import { inTransaction } from './transaction.ts'
import { loadMatrix, type VectorMatrix } from './vector-matrix.ts'

const { toPending } = documentRows(sqliteCoding)

export interface DocumentVectors {
  withoutVector(model: string, limit: number, afterKey?: number): readonly PendingText[]
  putVectors(model: string, vectors: readonly DigestVector[]): void
  nearest(query: NearestQuery): readonly ScoredKey[]
  cosines(
    model: string,
    vector: Float32Array,
    keys: readonly number[],
  ): readonly (number | undefined)[]
}

/** The vector half of the documents store; holds the vectors of the model last asked for in memory. */
export function documentVectors(database: DatabaseSync): DocumentVectors {
  let held: VectorMatrix | undefined
  const matrixOf = (model: string, dimensions: number): VectorMatrix => {
    const known = held?.model === model && held.dimensions === dimensions ? held : undefined
    held = loadMatrix(database, model, dimensions, known)
    return held
  }
  const insert = database.prepare(
    'insert or replace into knowledge_vectors (model, digest, vector) values (?, ?, ?)',
  )
  return {
    withoutVector: (model, limit, afterKey = 0) => pendingTexts(database, model, limit, afterKey),
    putVectors(model, vectors) {
      inTransaction(database, () => {
        for (const { digest, vector } of vectors) insert.run(model, digest, toBytes(vector))
        database.exec('update knowledge_state set revision = revision + 1')
      })
    },
    nearest: (query) => nearestChunks(database, matrixOf(query.model, query.vector.length), query),
    cosines: (model, vector, keys) => {
      const find = database.prepare(
        `select v.vector as vector from knowledge_chunks c
         join knowledge_vectors v on v.model = ? and v.digest = c.digest where c.key = ?`,
      )
      return keys.map((key) => {
        const row = find.get(model, key)
        return row && dotAt(checkedVector(row.vector, vector.length, model), 0, vector)
      })
    },
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
     where v.seq = ? and v.model = ? and ${where} order by c.key`,
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
