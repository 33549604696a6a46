import type { DatabaseSync } from 'node:sqlite'

/** The digests of what the chunks of these documents say. */
export function digestsOf(database: DatabaseSync, ids: readonly string[]): readonly string[] {
  const find = database.prepare(
    `select distinct c.digest as digest from knowledge_chunks c
     join knowledge_documents d on d.key = c.document where d.id = ?`,
  )
  return ids.flatMap((id) => find.all(id).map(({ digest }) => String(digest)))
}

/** Forgets the vectors of texts that no chunk says any more: a base that is edited all day stays its size. */
export function dropUnneeded(database: DatabaseSync, digests: readonly string[]): void {
  if (digests.length === 0) return
  const drop = database.prepare(
    `delete from knowledge_vectors where model = ?1 and digest = ?2
     and not exists (select 1 from knowledge_chunks c where c.digest = ?2)`,
  )
  for (const model of modelsOf(database)) for (const digest of digests) drop.run(model, digest)
}

/** One step of the index a model: a plain `distinct` would walk through every vector. */
function modelsOf(database: DatabaseSync): readonly string[] {
  const rows = database
    .prepare(
      `with recursive models (model) as (
         select min(model) from knowledge_vectors
         union all
         select (select min(v.model) from knowledge_vectors v where v.model > models.model)
         from models where models.model is not null)
       select model from models where model is not null`,
    )
    .all()
  return rows.map(({ model }) => String(model))
}
