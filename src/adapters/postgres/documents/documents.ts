import type {
  DocumentChanges,
  DocumentFilter,
  LinkedDocument,
} from '../../../ports/store/document-rows.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import { chunkColumns, documentRows, toKeyedDigest, toWords } from '../../rows/documents.ts'
import type { Database, Session } from '../database.ts'
import { type Features, featuresOf } from '../features.ts'
import { postgresCoding, toColumn } from '../text.ts'
import { documentConditions } from './documents-filter.ts'
import { type Lexical, matchChunks } from './documents-lexical.ts'
import { putDocument, removeDocuments } from './documents-put.ts'
import { clearDocuments, documentsUsage } from './documents-usage.ts'
import { documentVectors } from './documents-vectors.ts'
import { termCounts } from './frequencies.ts'
import { digestsOf, dropUnneeded } from './unneeded-vectors.ts'

const { toChunk, toDocument, toKeyedChunk, toLinked } = documentRows(postgresCoding)

const load = {
  name: 'documents-load',
  text: `select d.*, ${chunkColumns} from knowledge_chunks c
    join knowledge_documents d on d.key = c.document where c.key = any($1::bigint[])`,
}
const words = {
  name: 'documents-words',
  text: 'select key, title, heading, body from knowledge_words where key = any($1::bigint[])',
}
const size = { name: 'documents-size', text: 'select chunks, revision from knowledge_state' }

/** Documents in Postgres: inverted indexes of words and grams, and the vectors, over the same chunks. */
export function postgresDocuments(database: Database): Documents {
  let known: Promise<Features> | undefined
  const features = (): Promise<Features> => {
    known ??= featuresOf(database, database.schema).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  const lexical = async (): Promise<Lexical> => ({
    session: database,
    rankedIndex: (await features()).hasRankedText
      ? `${database.schema}.knowledge_words_ranked`
      : undefined,
  })
  return {
    async put(document, chunks) {
      const { hasRankedText } = await features()
      await database.transaction(async (session) => {
        const digests = await digestsOf(session, [document.id])
        await putDocument(session, document, chunks, hasRankedText)
        await dropUnneeded(session, digests)
      })
    },
    update: (id, changes) =>
      database.transaction((session) => updateDocument(session, id, changes)),
    remove: (ids) =>
      database.transaction(async (session) => {
        const digests = await digestsOf(session, ids)
        const removed = await removeDocuments(session, ids)
        await dropUnneeded(session, digests)
        return removed
      }),
    async find(id) {
      const [row] = await database.run('select * from knowledge_documents where id = $1', [
        toColumn(id),
      ])
      return row && toDocument(row)
    },
    async list(filter, { after, limit }) {
      const { where, values } = documentConditions(filter, 2)
      const rows = await database.run(
        `select * from knowledge_documents d where ${where} and d.id > $1 order by d.id limit $2`,
        [toColumn(after ?? ''), limit, ...values],
      )
      return rows.map((row) => toDocument(row))
    },
    async chunksOf(documentId) {
      const rows = await database.run(
        `select ${chunkColumns} from knowledge_chunks c
         join knowledge_documents d on d.key = c.document where d.id = $1 order by c.ordinal`,
        [toColumn(documentId)],
      )
      return rows.map(toChunk)
    },
    async findChunk(id) {
      const [row] = await database.run(
        `select d.*, ${chunkColumns} from knowledge_chunks c
         join knowledge_documents d on d.key = c.document where c.id = $1 limit 1`,
        [toColumn(id)],
      )
      return row && toKeyedChunk(row)
    },
    load: async (keys) => inOrder(keys, (await database.run(load, [[...keys]])).map(toKeyedChunk)),
    async digests(afterKey, limit) {
      const rows = await database.run(
        'select key, digest from knowledge_chunks where key > $1 order by key limit $2',
        [afterKey, limit],
      )
      return rows.map(toKeyedDigest)
    },
    async saying(digests, filter) {
      const { where, values } = documentConditions(filter, 1)
      const rows = await database.run(
        `select c.key, c.digest from knowledge_chunks c
         join knowledge_documents d on d.key = c.document
         where c.digest = any($1::text[]) and ${where} order by c.key`,
        [[...digests], ...values],
      )
      return rows.map(toKeyedDigest)
    },
    wordsOf: async (keys) => inOrder(keys, (await database.run(words, [[...keys]])).map(toWords)),
    frequencies: (index, terms) => termCounts(database, index, terms.map(toColumn)),
    match: async (query) => matchChunks(await lexical(), query),
    titled: (titleKeys, filter) =>
      linked(
        database,
        `d.title_key <> '' and md5(d.title_key) = any(select md5(key) from unnest($1::text[]) key)
           and d.title_key = any($1::text[])`,
        titleKeys.filter((key) => key !== ''),
        filter,
      ),
    atPaths: (source, paths) =>
      linked(database, 'd.path = any($1::text[])', paths, { sources: [source] }),
    ...documentVectors(database, async () => (await features()).hasVectors),
    async size() {
      const [row] = await database.run(size)
      return { chunks: Number(row?.chunks), revision: Number(row?.revision) }
    },
    usage: (model) => documentsUsage(database, model),
    clear: (source) => database.transaction((session) => clearDocuments(session, source)),
    async means() {
      const { hasRankedText, hasVectors } = await features()
      return {
        lexical: hasRankedText ? 'bm25' : 'tsvector',
        vector: hasVectors ? 'hnsw' : 'scan',
      }
    },
  }
}

async function updateDocument(
  session: Session,
  id: string,
  changes: DocumentChanges,
): Promise<void> {
  const rounded = (value: number | undefined): number | null =>
    value === undefined ? null : Math.round(value)
  const text = (value: string | undefined): string | null =>
    value === undefined ? null : toColumn(value)
  await session.run(
    `update knowledge_documents set id = coalesce($2, id), path = coalesce($3, path),
       trust = coalesce($4, trust), tags = coalesce($5::text[], tags),
       modified_at = coalesce($6, modified_at), indexed_at = coalesce($7, indexed_at),
       source = coalesce($8, source)
     where id = $1`,
    [
      toColumn(id),
      text(changes.newId),
      text(changes.path),
      changes.trust ?? null,
      changes.tags?.map(toColumn) ?? null,
      rounded(changes.modifiedAt),
      rounded(changes.indexedAt),
      text(changes.source),
    ],
  )
  await session.run('update knowledge_state set revision = revision + 1')
}

async function linked(
  session: Session,
  condition: string,
  values: readonly string[],
  filter: DocumentFilter,
): Promise<readonly LinkedDocument[]> {
  if (values.length === 0) return []
  const extra = documentConditions(filter, 1)
  const rows = await session.run(
    `select d.id, d.title_key, d.path, min(c.key) as first_chunk
     from knowledge_documents d join knowledge_chunks c on c.document = d.key
     where ${condition} and ${extra.where} group by d.key order by d.key`,
    [values.map(toColumn), ...extra.values],
  )
  return rows.map(toLinked)
}

/** Rows by their key, in the order asked; keys that are gone are left out. */
function inOrder<Item extends { readonly key: number }>(
  keys: readonly number[],
  items: readonly Item[],
): readonly Item[] {
  const byKey = new Map(items.map((item) => [item.key, item]))
  return keys.flatMap((key) => byKey.get(key) ?? [])
}
