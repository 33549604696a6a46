import type { DocumentRecord, IndexedChunk } from '../../../ports/store/document-rows.ts'
import { documentColumns, documentRows } from '../../rows/documents.ts'
import type { Session } from '../database.ts'
import { postgresCoding, toColumn } from '../text.ts'
import { termVector } from './documents-terms.ts'

const { documentValues } = documentRows(postgresCoding)

const takeTurn =
  "select pg_advisory_xact_lock(hashtextextended('tamis document ' || current_schema() || ' ' || $1, 0))"

/** Replaces a document and all its chunks, inside the caller's transaction. */
export async function putDocument(
  session: Session,
  document: DocumentRecord,
  chunks: readonly IndexedChunk[],
  hasRankedText: boolean,
): Promise<void> {
  // Those who write one document at once take turns: each finds what the one before it wrote.
  await session.run(takeTurn, [toColumn(document.id)])
  await removeDocuments(session, [document.id])
  const values = documentValues(document)
  const [added] = await session.run(
    `insert into knowledge_documents (${documentColumns})
     values (${values.map((_, at) => `$${at + 1}`).join(', ')}) returning key`,
    values,
  )
  if (chunks.length === 0) return
  const rows = await session.run(
    `insert into knowledge_chunks
       (document, id, ordinal, heading_path, text, start_line, end_line, page, digest)
     select $1, * from unnest($2::text[], $3::integer[], $4::text[], $5::text[], $6::integer[],
       $7::integer[], $8::integer[], $9::text[])
     returning key, ordinal`,
    [
      added?.key,
      chunks.map(({ id }) => id),
      chunks.map(({ ordinal }) => ordinal),
      chunks.map(({ headingPath }) => JSON.stringify(headingPath)),
      chunks.map(({ text }) => toColumn(text)),
      chunks.map(({ startLine }) => startLine),
      chunks.map(({ endLine }) => endLine),
      chunks.map(({ page }) => page ?? null),
      chunks.map(({ digest }) => digest),
    ],
  )
  const keys = new Map(rows.map(({ key, ordinal }) => [Number(ordinal), Number(key)]))
  await putWords(
    session,
    chunks,
    chunks.map(({ ordinal }) => keys.get(ordinal)),
    hasRankedText,
  )
}

/** Answers how many were there. */
export async function removeDocuments(session: Session, ids: readonly string[]): Promise<number> {
  const rows = await session.run(
    'delete from knowledge_documents where id = any($1) returning 1 as gone',
    [ids.map(toColumn)],
  )
  await session.run('update knowledge_state set revision = revision + 1')
  return rows.length
}

async function putWords(
  session: Session,
  chunks: readonly IndexedChunk[],
  keys: readonly (number | undefined)[],
  hasRankedText: boolean,
): Promise<void> {
  const words = chunks.map((chunk) => fieldsOf(chunk))
  const vectors = words.map(({ title, heading, body }) => termVector([title, heading, body]))
  const grams = chunks.map((chunk) => termVector([chunk.grams]))
  await session.run(
    `insert into knowledge_words (key, title, heading, body, words, words_length, grams,
       grams_length${hasRankedText ? ', ranked' : ''})
     select key, title, heading, body, words::tsvector, words_length, grams::tsvector,
       grams_length${hasRankedText ? ", repeat(title || ' ' || heading || ' ', 4) || body" : ''}
     from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::integer[],
       $7::text[], $8::integer[])
       given (key, title, heading, body, words, words_length, grams, grams_length)`,
    [
      keys,
      words.map(({ title }) => title),
      words.map(({ heading }) => heading),
      words.map(({ body }) => body),
      vectors.map(({ literal }) => literal),
      vectors.map(({ length }) => length),
      grams.map(({ literal, length }) => (length === 0 ? null : literal)),
      grams.map(({ length }) => length),
    ],
  )
}

function fieldsOf({ words }: IndexedChunk): IndexedChunk['words'] {
  const { title, heading, body } = words
  return { title: toColumn(title), heading: toColumn(heading), body: toColumn(body) }
}
