import type { DatabaseSync } from 'node:sqlite'
import type { DocumentsUsage, Trust } from '../../ports/store/documents.ts'
import type { Row } from './documents-rows.ts'

/** Totals of everything, and of the vectors of one model. */
export function documentsUsage(database: DatabaseSync, model: string | undefined): DocumentsUsage {
  const state = database.prepare('select * from knowledge_state').get() as Row
  const documents = database.prepare('select count(*) as count from knowledge_documents').get()
  const sources = database
    .prepare(
      `select d.source as source, max(d.trust) as trust, count(*) as documents,
         (select count(*) from knowledge_chunks c join knowledge_documents e on e.key = c.document
          where e.source = d.source) as chunks
       from knowledge_documents d group by d.source order by d.source`,
    )
    .all() as Row[]
  const models = database
    .prepare(
      `select model, count(*) as vectors, min(length(vector)) / 4 as dimensions
       from knowledge_vectors group by model order by model`,
    )
    .all() as Row[]
  return {
    documents: Number(documents?.count ?? 0),
    chunks: Number(state.chunks),
    characters: Number(state.characters),
    revision: Number(state.revision),
    sources: sources.map((row) => ({
      source: String(row.source),
      documents: Number(row.documents),
      chunks: Number(row.chunks),
      trust: String(row.trust) as Trust,
    })),
    models: models.map((row) => ({
      model: String(row.model),
      dimensions: Number(row.dimensions),
      vectors: Number(row.vectors),
    })),
    ...vectorTotals(database, model),
  }
}

/** Everything, or the documents of one source; then the vectors no chunk needs. */
export function clearDocuments(database: DatabaseSync, source: string | undefined): void {
  if (source === undefined) database.exec('delete from knowledge_documents')
  else database.prepare('delete from knowledge_documents where source = ?').run(source)
  database.exec(
    `delete from knowledge_vectors
     where not exists (select 1 from knowledge_chunks c where c.digest = knowledge_vectors.digest);
     update knowledge_state set revision = revision + 1`,
  )
}

function vectorTotals(
  database: DatabaseSync,
  model: string | undefined,
): { vectors: number; withoutVector: number } {
  if (model === undefined) return { vectors: 0, withoutVector: 0 }
  const vectors = database
    .prepare('select count(*) as count from knowledge_vectors where model = ?')
    .get(model)
  const missing = database
    .prepare(
      `select count(distinct c.digest) as count from knowledge_chunks c
       where not exists (select 1 from knowledge_vectors v where v.model = ? and v.digest = c.digest)`,
    )
    .get(model)
  return { vectors: Number(vectors?.count ?? 0), withoutVector: Number(missing?.count ?? 0) }
}
