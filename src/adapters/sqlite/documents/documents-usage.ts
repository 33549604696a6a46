import type { DatabaseSync } from 'node:sqlite'
import type { DocumentsUsage } from '../../../ports/store/documents.ts'
import type { Row } from '../../rows/coding.ts'
import { toUsage } from '../../rows/documents-usage.ts'
import { sqliteCoding } from '../coding.ts'

/** Totals of everything, and of the vectors of one model. */
export function documentsUsage(database: DatabaseSync, model: string | undefined): DocumentsUsage {
  const state = database.prepare('select * from knowledge_state').get()
  const documents = database.prepare('select count(*) as count from knowledge_documents').get()
  const sources = database
    .prepare(
      `select d.source as source, max(d.trust) as trust, count(*) as documents,
         (select count(*) from knowledge_chunks c join knowledge_documents e on e.key = c.document
          where e.source = d.source) as chunks
       from knowledge_documents d group by d.source order by d.source`,
    )
    .all()
  const models = database
    .prepare(
      `select model, count(*) as vectors, min(length(vector)) / 4 as dimensions
       from knowledge_vectors group by model order by model`,
    )
    .all()
  const vectors = model === undefined ? undefined : vectorTotals(database, model)
  return toUsage(sqliteCoding, { state, documents, sources, models, vectors })
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

function vectorTotals(database: DatabaseSync, model: string): Row | undefined {
  return database
    .prepare(
      `select (select count(*) from knowledge_vectors where model = ?1) as vectors,
         (select count(distinct c.digest) from knowledge_chunks c where not exists (
            select 1 from knowledge_vectors v where v.model = ?1 and v.digest = c.digest)) as missing`,
    )
    .get(model)
}
