import { EngineError } from '../../errors.ts'
import type { Session } from './database.ts'

/** What the server offers beyond plain Postgres; each absence has a fallback. */
export interface Features {
  /** pgvector: neighbours by a graph. Without it every vector is compared here. */
  readonly hasVectors: boolean
  /** pg_textsearch: candidates by a ranked index. Without it by the inverted index. */
  readonly hasRankedText: boolean
}

const extensions = ['vector', 'pg_textsearch', 'pg_trgm'] as const

/** Each is what one extension adds to the schema. Run again at every start: an extension may come later. */
const additions: Readonly<Record<(typeof extensions)[number], readonly string[]>> = {
  vector: ['alter table knowledge_vectors add column if not exists embedding public.halfvec'],
  pg_textsearch: [
    'alter table knowledge_words add column if not exists ranked text',
    `update knowledge_words set ranked = repeat(title || ' ' || heading || ' ', 4) || body
       where ranked is null`,
    `create index if not exists knowledge_words_ranked on knowledge_words
       using bm25 (ranked) with (text_config = 'simple')`,
  ],
  pg_trgm: [
    `create index if not exists knowledge_documents_by_trigram on knowledge_documents
       using gin (path public.gin_trgm_ops)`,
  ],
}

/** Makes use of the extensions that are there or may be made; runs in the transaction that migrates. */
export async function addFeatures(session: Session, schema: string): Promise<void> {
  if (await isComplete(session, schema)) return
  await session.run('set local statement_timeout = 0')
  await session.run("select pg_advisory_xact_lock(hashtextextended('tamis extensions', 0))")
  if (await isComplete(session, schema)) return
  for (const name of extensions) await addFeature(session, name)
}

/** What the schema has, once `addFeatures` ran. */
export async function featuresOf(session: Session, schema: string): Promise<Features> {
  const [row] = await session.run(
    `select exists (select 1 from information_schema.columns where table_schema = $1
         and table_name = 'knowledge_vectors' and column_name = 'embedding') as has_vectors,
       ${hasIndex('knowledge_words_ranked')} as has_ranked_text`,
    [schema],
  )
  return { hasVectors: row?.has_vectors === true, hasRankedText: row?.has_ranked_text === true }
}

/** True when every extension the server has is in use already. */
async function isComplete(session: Session, schema: string): Promise<boolean> {
  const rows = await session.run('select name from pg_available_extensions where name = any($1)', [
    [...extensions],
  ])
  const available = new Set(rows.map(({ name }) => String(name)))
  const features = await featuresOf(session, schema)
  const [trigram] = await session.run(
    `select ${hasIndex('knowledge_documents_by_trigram')} as is_there`,
    [schema],
  )
  return (
    (features.hasVectors || !available.has('vector')) &&
    (features.hasRankedText || !available.has('pg_textsearch')) &&
    (trigram?.is_there === true || !available.has('pg_trgm'))
  )
}

function hasIndex(name: string): string {
  return `exists (select 1 from pg_indexes where schemaname = $1 and indexname = '${name}')`
}

/** A right or a version that is missing costs the feature, never the start. */
async function addFeature(session: Session, name: (typeof extensions)[number]): Promise<void> {
  await session.run('savepoint feature')
  try {
    await session.run(`create extension if not exists ${name} schema public`)
    for (const statement of additions[name]) await session.run(statement)
    await session.run('release savepoint feature')
  } catch (error) {
    if (error instanceof EngineError || !isMissing(error)) throw error
    await session.run('rollback to savepoint feature')
  }
}

/** Not allowed, not installed, not preloaded, or too old to know the type. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return /^(42501|42704|42883|0A000|58P01|55000|XX000|22023|3F000)$/.test(String(error.code))
}
