import type { DatabaseSync } from 'node:sqlite'
import type {
  DocumentChanges,
  DocumentFilter,
  DocumentRecord,
  IndexedChunk,
  LinkedDocument,
} from '../../../ports/store/document-rows.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import {
  chunkColumns,
  documentColumns,
  documentRows,
  toKeyedDigest,
  toWords,
} from '../../rows/documents.ts'
import { sqliteCoding } from '../coding.ts'
import { inTransaction } from '../transaction.ts'
import {
  sealOfChunk,
  sealOfDocument,
  soundChunk,
  soundDocument,
  soundKeyedChunk,
} from './document-seals.ts'
import { documentConditions, saysItself } from './documents-filter.ts'
import { matchChunks, termCounter } from './documents-lexical.ts'
import { clearDocuments, documentsUsage } from './documents-usage.ts'
import { documentVectors } from './documents-vectors.ts'
import { digestsOf, dropUnneeded } from './unneeded-vectors.ts'

const { documentValues, toDocument, toLinked } = documentRows(sqliteCoding)
/** With what tells whether a passage is as it was ingested. */
const sealedChunkColumns = `${chunkColumns}, c.seal as chunk_seal, c.document as chunk_document`

/** Documents in SQLite: two FTS5 tables and the vectors, all over the rows of `knowledge_chunks`. */
export function sqliteDocuments(database: DatabaseSync): Documents {
  const countTerms = termCounter(database)
  const loadOne = database.prepare(
    `select d.*, d.seal as document_seal, ${sealedChunkColumns} from knowledge_chunks c
     join knowledge_documents d on d.key = c.document where c.key = ?`,
  )
  const wordsOne = database.prepare(
    'select rowid as key, title, heading, body from knowledge_words where rowid = ?',
  )
  return {
    async put(document, chunks) {
      inTransaction(database, () => {
        const digests = digestsOf(database, [document.id])
        putDocument(database, document, chunks)
        dropUnneeded(database, digests)
      })
    },
    async update(id, changes) {
      inTransaction(database, () => updateDocument(database, id, changes))
    },
    async remove(ids) {
      return inTransaction(database, () => {
        const digests = digestsOf(database, ids)
        const removed = removeDocuments(database, ids)
        dropUnneeded(database, digests)
        return removed
      })
    },
    async find(id) {
      const row = database.prepare('select * from knowledge_documents where id = ?').get(id)
      return row && soundDocument(row)
    },
    async list(filter, { after, limit }) {
      const { where, values } = documentConditions(filter)
      const rows = database
        .prepare(
          `select * from knowledge_documents d where ${where} and d.id > ? order by d.id limit ?`,
        )
        .all(...values, after ?? '', limit)
      return rows.map(soundDocument)
    },
    async chunksOf(documentId) {
      const rows = database
        .prepare(
          `select ${sealedChunkColumns} from knowledge_chunks c
           join knowledge_documents d on d.key = c.document where d.id = ? order by c.ordinal`,
        )
        .all(documentId)
      return rows.map(soundChunk)
    },
    async findChunk(id) {
      const row = database.prepare('select key from knowledge_chunks where id = ?').get(id)
      const found = row && loadOne.get(Number(row.key))
      return found && soundKeyedChunk(found)
    },
    async load(keys) {
      return keys.flatMap((key) => {
        const row = loadOne.get(key)
        return row ? [soundKeyedChunk(row)] : []
      })
    },
    async digests(afterKey, limit) {
      const rows = database
        .prepare('select key, digest from knowledge_chunks where key > ? order by key limit ?')
        .all(afterKey, limit)
      return rows.map(toKeyedDigest)
    },
    async saying(digests, filter) {
      const { where, values } = documentConditions(filter)
      const rows = database
        .prepare(
          `select c.key as key, c.digest as digest from knowledge_chunks c
           join knowledge_documents d on d.key = c.document
           where c.digest in (select value from json_each(?)) and ${saysItself('c.digest')} and ${where}
           order by c.key`,
        )
        .all(JSON.stringify(digests), ...values)
      return rows.map(toKeyedDigest)
    },
    async wordsOf(keys) {
      return keys.flatMap((key) => {
        const row = wordsOne.get(key)
        return row ? [toWords(row)] : []
      })
    },
    frequencies: async (index, terms) => countTerms(index, terms),
    match: async (query) => matchChunks(database, query),
    async titled(titleKeys, filter) {
      const likely = likelyTitles(database, titleKeys)
      if (likely.length === 0) return []
      return linked(database, 'd.title_key in (select value from json_each(?))', likely, filter)
    },
    async atPaths(source, paths) {
      return linked(database, 'd.path in (select value from json_each(?))', paths, {
        sources: [source],
      })
    },
    ...documentVectors(database),
    async size() {
      const state = database.prepare('select chunks, revision from knowledge_state').get()
      return { chunks: Number(state?.chunks ?? 0), revision: Number(state?.revision ?? 0) }
    },
    usage: async (model) => documentsUsage(database, model),
    async clear(source) {
      inTransaction(database, () => clearDocuments(database, source))
    },
    means: async () => ({ lexical: 'bm25', vector: 'scan' }),
  }
}

function putDocument(
  database: DatabaseSync,
  document: DocumentRecord,
  chunks: readonly IndexedChunk[],
): void {
  removeDocuments(database, [document.id])
  const values = [
    ...documentValues(document),
    titleStart(document.titleKey),
    sealOfDocument(document),
  ]
  const marks = values.map(() => '?').join(', ')
  const { lastInsertRowid } = database
    .prepare(
      `insert into knowledge_documents (${documentColumns}, title_start, seal) values (${marks})`,
    )
    .run(...values)
  const insertChunk = database.prepare(
    `insert into knowledge_chunks
       (id, document, ordinal, heading_path, text, start_line, end_line, page, digest, seal)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertWords = database.prepare(
    'insert into knowledge_words (rowid, title, heading, body) values (?, ?, ?, ?)',
  )
  const insertGrams = database.prepare('insert into knowledge_grams (rowid, grams) values (?, ?)')
  for (const chunk of chunks) {
    const key = insertChunk.run(
      chunk.id,
      lastInsertRowid,
      chunk.ordinal,
      JSON.stringify(chunk.headingPath),
      chunk.text,
      chunk.startLine,
      chunk.endLine,
      chunk.page ?? null,
      chunk.digest,
      sealOfChunk(chunk, lastInsertRowid),
    ).lastInsertRowid
    insertWords.run(key, chunk.words.title, chunk.words.heading, chunk.words.body)
    if (chunk.grams !== '') insertGrams.run(key, chunk.grams)
  }
}

function updateDocument(database: DatabaseSync, id: string, changes: DocumentChanges): void {
  // What is damaged is not sealed anew.
  const before = database.prepare('select * from knowledge_documents where id = ?').get(id)
  if (!before) return
  soundDocument(before)
  database
    .prepare(
      `update knowledge_documents set id = coalesce(?, id), path = coalesce(?, path),
         source = coalesce(?, source), trust = coalesce(?, trust), tags = coalesce(?, tags),
         modified_at = coalesce(?, modified_at), indexed_at = coalesce(?, indexed_at)
       where id = ?`,
    )
    .run(
      changes.newId ?? null,
      changes.path ?? null,
      changes.source ?? null,
      changes.trust ?? null,
      changes.tags ? JSON.stringify(changes.tags) : null,
      changes.modifiedAt === undefined ? null : Math.round(changes.modifiedAt),
      changes.indexedAt === undefined ? null : Math.round(changes.indexedAt),
      id,
    )
  sealAgain(database, changes.newId ?? id)
  database.exec('update knowledge_state set revision = revision + 1')
}

function sealAgain(database: DatabaseSync, id: string): void {
  const row = database.prepare('select * from knowledge_documents where id = ?').get(id) ?? {}
  const seal = sealOfDocument(toDocument(row))
  database.prepare('update knowledge_documents set seal = ? where id = ?').run(seal, id)
}

function removeDocuments(database: DatabaseSync, ids: readonly string[]): number {
  const remove = database.prepare('delete from knowledge_documents where id = ?')
  let removed = 0
  for (const id of ids) removed += Number(remove.run(id).changes)
  database.exec('update knowledge_state set revision = revision + 1')
  return removed
}

/** The first two words of a title key, by which titles are looked up. */
function titleStart(key: string): string {
  return key.split(' ', 2).join(' ')
}

function likelyTitles(database: DatabaseSync, titleKeys: readonly string[]): readonly string[] {
  const starts = [...new Set(titleKeys.map(titleStart))]
  const rows = database
    .prepare(
      `select value from json_each(?)
       where exists (select 1 from knowledge_documents where title_start = value)`,
    )
    .all(JSON.stringify(starts))
  const known = new Set(rows.map(({ value }) => value))
  return titleKeys.filter((key) => key !== '' && known.has(titleStart(key)))
}

function linked(
  database: DatabaseSync,
  condition: string,
  values: readonly string[],
  filter: DocumentFilter,
): readonly LinkedDocument[] {
  const extra = documentConditions(filter)
  const rows = database
    .prepare(
      `select d.id as id, d.title_key as title_key, d.path as path, min(c.key) as first_chunk
       from knowledge_documents d join knowledge_chunks c on c.document = d.key
       where ${condition} and d.title_key is not null and ${extra.where}
       group by d.key order by d.key`,
    )
    .all(JSON.stringify(values), ...extra.values)
  return rows.map(toLinked)
}
