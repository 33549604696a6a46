import type { DocumentsUsage } from '../../../ports/store/documents.ts'
import type { Row } from '../../rows/coding.ts'
import { toUsage } from '../../rows/documents-usage.ts'
import type { Session } from '../database.ts'
import { postgresCoding, toColumn } from '../text.ts'

/** Totals of everything, and of the vectors of one model. */
export async function documentsUsage(
  session: Session,
  model: string | undefined,
): Promise<DocumentsUsage> {
  const [state] = await session.run('select * from knowledge_state')
  const [documents] = await session.run('select count(*) as count from knowledge_documents')
  const sources = await session.run(
    `select d.source, max(d.trust) as trust, count(distinct d.key) as documents,
       count(c.key) as chunks
     from knowledge_documents d left join knowledge_chunks c on c.document = d.key
     group by d.source order by d.source`,
  )
  const models = await session.run(
    `select model, count(*) as vectors, min(octet_length(vector)) / 4 as dimensions
     from knowledge_vectors group by model order by model`,
  )
  const vectors = model === undefined ? undefined : await vectorTotals(session, model)
  return toUsage(postgresCoding, { state, documents, sources, models, vectors })
}

/** Everything, or the documents of one source; then the vectors no chunk needs. */
export async function clearDocuments(session: Session, source: string | undefined): Promise<void> {
  await session.run('set local statement_timeout = 0')
  if (source === undefined) await session.run('delete from knowledge_documents')
  else await session.run('delete from knowledge_documents where source = $1', [toColumn(source)])
  await session.run(
    `delete from knowledge_vectors v
     where not exists (select 1 from knowledge_chunks c where c.digest = v.digest)`,
  )
  await session.run('update knowledge_state set revision = revision + 1')
}

async function vectorTotals(session: Session, model: string): Promise<Row | undefined> {
  const [row] = await session.run(
    `select (select count(*) from knowledge_vectors where model = $1) as vectors,
       (select count(distinct c.digest) from knowledge_chunks c where not exists (
          select 1 from knowledge_vectors v where v.model = $1 and v.digest = c.digest)) as missing`,
    [model],
  )
  return row
}
