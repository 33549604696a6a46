import type {
  DigestVector,
  DocumentVectors,
  NearestQuery,
} from '../../../ports/store/document-vectors.ts'
import type { ScoredKey } from '../../../ports/store/document-words.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import { documentRows, toDigestVector } from '../../rows/documents.ts'
import { dotAt, scanBest } from '../../rows/scan.ts'
import { checkedVector, dimensionsDiffer, toBytes } from '../../rows/vectors.ts'
import { hnswReach } from '../connections.ts'
import type { Database, Session } from '../database.ts'
import { postgresCoding } from '../text.ts'
import { documentConditions } from './documents-filter.ts'
import { dropGraphs, embeddingsOf, graphCandidates, lockVectors, prepareGraph } from './hnsw.ts'
import { loadMatrix, type VectorMatrix } from './vector-matrix.ts'

const { toPending } = documentRows(postgresCoding)

/** The vector half of the documents store: by the graph of pgvector where it is, else by comparing all. */
export function documentVectors(
  database: Database,
  hasGraph: () => Promise<boolean>,
): DocumentVectors {
  let held: VectorMatrix | undefined
  const prepared = new Set<string>()
  const prepareOnce = async (model: string, dimensions: number): Promise<void> => {
    const name = `${dimensions} ${model}`
    if (prepared.has(name)) return
    await prepareGraph(database, model, dimensions)
    prepared.add(name)
  }
  return {
    withoutVector: (model, limit, afterKey = 0) => pendingTexts(database, model, limit, afterKey),
    async putVectors(model, vectors) {
      const [first] = vectors
      if (first === undefined) return
      const isGraph = await hasGraph()
      if (isGraph) await prepareOnce(model, first.vector.length)
      await database.transaction((session) => putVectors(session, model, vectors, isGraph))
    },
    async dropVectors(model) {
      const isGraph = await hasGraph()
      prepared.clear()
      held = undefined
      await database.transaction(async (session) => {
        await session.run('delete from knowledge_vectors where model = $1', [model])
        if (isGraph) await dropGraphs(session, model)
        await session.run('update knowledge_state set revision = revision + 1')
      })
    },
    async nearest(query) {
      const { model, vector } = query
      if (await hasGraph()) return nearestByGraph(database, query)
      const known = held?.model === model && held.dimensions === vector.length ? held : undefined
      held = await loadMatrix(database, model, vector.length, known)
      return nearestByScan(database, held, query)
    },
    async cosines(model, vector, keys) {
      const rows = await database.run(
        `select c.key, v.vector from knowledge_chunks c
         join knowledge_vectors v on v.model = $1 and v.digest = c.digest
         where c.key = any($2::bigint[])`,
        [model, [...keys]],
      )
      const known = new Map(
        rows.map((row) => [
          Number(row.key),
          dotAt(checkedVector(row.vector, vector.length, model), 0, vector),
        ]),
      )
      return keys.map((key) => known.get(key))
    },
    async vectors(model, digests) {
      const rows = await database.run(
        `select digest, vector from knowledge_vectors
         where model = $1 and digest = any($2::text[]) order by digest`,
        [model, [...digests]],
      )
      return rows.map(toDigestVector)
    },
  }
}

async function pendingTexts(
  database: Database,
  model: string,
  limit: number,
  afterKey: number,
): ReturnType<Documents['withoutVector']> {
  const rows = await database.run(
    `select c.key, c.digest, d.title, d.kind, c.heading_path, c.text
     from knowledge_chunks c join knowledge_documents d on d.key = c.document
     where c.key > $1
       and not exists (select 1 from knowledge_vectors v where v.model = $2 and v.digest = c.digest)
     order by c.key limit $3`,
    [afterKey, model, limit],
  )
  return rows.map(toPending)
}

async function putVectors(
  session: Session,
  model: string,
  vectors: readonly DigestVector[],
  isGraph: boolean,
): Promise<void> {
  await lockVectors(session)
  const distinct = [...new Map(vectors.map((one) => [one.digest, one])).values()]
  const embedding = isGraph ? ', embedding' : ''
  await session.run(
    `insert into knowledge_vectors (model, digest, vector${embedding})
     select $1, digest, vector${isGraph ? ', embedding::public.halfvec' : ''}
     from unnest($2::text[], $3::bytea[]${isGraph ? ', $4::text[]' : ''})
       given (digest, vector${embedding})
     on conflict (model, digest) do update set vector = excluded.vector, seq = excluded.seq
       ${isGraph ? ', embedding = excluded.embedding' : ''}`,
    [
      model,
      distinct.map(({ digest }) => digest),
      distinct.map(({ vector }) => toBytes(vector)),
      ...(isGraph ? [embeddingsOf(distinct)] : []),
    ],
  )
  await session.run('update knowledge_state set revision = revision + 1')
}

/** The graph may pass by what a filter wants: then every vector is compared, in the database. */
async function nearestByGraph(
  database: Database,
  query: NearestQuery,
): Promise<readonly ScoredKey[]> {
  const { model, vector, limit } = query
  const [stored] = await database.run(
    `select octet_length(vector) / 4 as dimensions from knowledge_vectors where model = $1 limit 1`,
    [model],
  )
  if (stored === undefined) return []
  if (Number(stored.dimensions) !== vector.length)
    throw dimensionsDiffer(Number(stored.dimensions), vector.length, model)
  const reach = { ...query, limit: Math.min(limit * 2, hnswReach) }
  const near = await graphCandidates(database, reach, false)
  const rows =
    near.length >= limit ? near : await graphCandidates(database, { ...query, limit }, true)
  return rows
    .map((row) => ({
      key: Number(row.key),
      score: dotAt(checkedVector(row.vector, vector.length, model), 0, vector),
    }))
    .sort((a, b) => b.score - a.score || a.key - b.key)
    .slice(0, limit)
}

/** One vector may belong to several chunks or to none; look further until enough chunks pass. */
async function nearestByScan(
  session: Session,
  matrix: VectorMatrix,
  { model, vector, filter, limit }: NearestQuery,
): Promise<readonly ScoredKey[]> {
  const { where, values } = documentConditions(filter, 2)
  for (let wanted = limit; ; wanted *= 8) {
    const best = scanBest(matrix, vector, wanted)
    const scores = new Map(best.map(({ row, score }) => [matrix.digests[row] ?? '', score]))
    const rows = await session.run(
      `select c.key, c.digest from knowledge_chunks c
       join knowledge_vectors v on v.model = $2 and v.digest = c.digest
       join knowledge_documents d on d.key = c.document
       where c.digest = any($1) and ${where}`,
      [[...scores.keys()], model, ...values],
    )
    const found = rows.map(({ key, digest }) => ({
      key: Number(key),
      score: scores.get(String(digest)) ?? 0,
    }))
    if (found.length >= limit || best.length >= matrix.count)
      return found.sort((a, b) => b.score - a.score || a.key - b.key).slice(0, limit)
  }
}
