import type { Session } from '../database.ts'
import { toColumn } from '../text.ts'

/** The digests of what the chunks of these documents say. */
export async function digestsOf(
  session: Session,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await session.run(
    `select distinct c.digest from knowledge_chunks c
     join knowledge_documents d on d.key = c.document where d.id = any($1)`,
    [ids.map(toColumn)],
  )
  return rows.map(({ digest }) => String(digest))
}

/**
 * Forgets the vectors of texts that no chunk says any more: a base that is edited all day stays its
 * size. Models are found by one step of the index each.
 */
export async function dropUnneeded(session: Session, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return
  await session.run(
    `with recursive models (model) as (
       select min(model) from knowledge_vectors
       union all
       select (select min(v.model) from knowledge_vectors v where v.model > models.model)
       from models where models.model is not null)
     delete from knowledge_vectors v
     where v.model = any(array(select model from models)) and v.digest = any($1)
       and not exists (select 1 from knowledge_chunks c where c.digest = v.digest)`,
    [digests],
  )
}
