import { createHash } from 'node:crypto'
import pg from 'pg'
import type { DigestVector, NearestQuery } from '../../../ports/store/document-vectors.ts'
import type { Row } from '../../rows/coding.ts'
import { toVector } from '../../rows/vectors.ts'
import type { Database, Session } from '../database.ts'
import { documentConditions } from './documents-filter.ts'

const backfillPage = 500

/** Candidates near a vector, with the stored vectors, so that the caller can compare exactly. */
export async function graphCandidates(
  session: Session,
  { model, vector, filter, limit }: NearestQuery,
  isExact: boolean,
): Promise<readonly Row[]> {
  const type = `public.halfvec(${vector.length})`
  const distance = `v.embedding::${type} operator(public.<=>) $1::${type}`
  const { where, values } = documentConditions(filter, 2)
  const chunks = `join knowledge_chunks c on c.digest = v.digest
    join knowledge_documents d on d.key = c.document`
  // Adding nothing to the distance hides it from the graph: every vector is compared.
  const nearest = isExact
    ? `select c.key, v.vector from knowledge_vectors v ${chunks}
       where v.model = ${pg.escapeLiteral(model)} and ${where} order by (${distance}) + 0, c.key limit $2`
    : `select c.key, v.vector from (
         select digest, vector from knowledge_vectors v where v.model = ${pg.escapeLiteral(model)}
         order by ${distance} limit $2) v ${chunks} where ${where}`
  return session.run(nearest, [toLiteral(vector), limit, ...values])
}

/** The graph of a model, and the embeddings of vectors that were put before pgvector came. */
export async function prepareGraph(
  database: Database,
  model: string,
  dimensions: number,
): Promise<void> {
  await fillEmbeddings(database, model)
  await database.transaction(async (session) => {
    await session.run('set local statement_timeout = 0')
    await lockVectors(session)
    await session.run(
      `create index if not exists ${graphName(model)}_${dimensions} on knowledge_vectors
       using hnsw ((embedding::public.halfvec(${dimensions})) public.halfvec_cosine_ops)
       where model = ${pg.escapeLiteral(model)}`,
    )
  })
}

/** Another length of vectors needs another graph. */
export async function dropGraphs(session: Session, model: string): Promise<void> {
  const rows = await session.run(
    `select quote_ident(indexname) as name from pg_indexes
     where schemaname = current_schema() and indexname like $1`,
    [`${graphName(model)}%`],
  )
  for (const { name } of rows) await session.run(`drop index if exists ${name}`)
}

/** Writers of vectors take turns, so that their numbers are committed in order. */
export function lockVectors(session: Session): Promise<unknown> {
  return session.run(
    "select pg_advisory_xact_lock(hashtextextended('tamis vectors ' || current_schema(), 0))",
  )
}

/** As pgvector reads it. */
function toLiteral(vector: Float32Array): string {
  return `[${vector.join(',')}]`
}

export function embeddingsOf(vectors: readonly DigestVector[]): readonly string[] {
  return vectors.map(({ vector }) => toLiteral(vector))
}

async function fillEmbeddings(database: Database, model: string): Promise<void> {
  for (;;) {
    const rows = await database.run(
      'select digest, vector from knowledge_vectors where model = $1 and embedding is null limit $2',
      [model, backfillPage],
    )
    if (rows.length === 0) return
    await database.run(
      `update knowledge_vectors v set embedding = given.embedding::public.halfvec
       from unnest($2::text[], $3::text[]) given (digest, embedding)
       where v.model = $1 and v.digest = given.digest`,
      [
        model,
        rows.map(({ digest }) => digest),
        rows.map(({ vector }) => toLiteral(toVector(vector))),
      ],
    )
  }
}

function graphName(model: string): string {
  return `knowledge_hnsw_${createHash('sha256').update(model).digest('hex').slice(0, 16)}`
}
