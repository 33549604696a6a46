import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Digest } from '../../ports/digest.ts'
import type { Repaired } from '../../ports/store/upkeep.ts'
import type { Row } from '../rows/coding.ts'
import { knowledgeMigrations } from './documents/open-documents.ts'
import { isDamage } from './explained.ts'
import { openDatabase } from './open.ts'
import { unsoundRow } from './unsound-row.ts'

/** What a table is walked by: its rows are asked for from both ends, so that a bad page costs its own rows only. */
const storeTables: Readonly<Record<string, string>> = {
  texts: 'digest',
  originals: 'id',
  sent_results: 'key',
  tokens: 'id',
  catalog_servers: 'name',
  catalog_tools: 'server, position',
  catalog_capabilities: 'id',
  catalog_traces: 'seq',
  ledger: 'seq',
}
const knowledgeTables: Readonly<Record<string, string>> = {
  knowledge_documents: 'key',
  knowledge_chunks: 'key',
  knowledge_words: 'rowid',
  knowledge_grams: 'rowid',
  knowledge_vectors: 'seq',
}

/**
 * Puts the databases of a home aside as they are, into a folder of their own, and in their place new
 * ones with every row that can be read and is as it was written. Nobody else may have them open.
 */
export function repairHome(home: string, digest: Digest, stamp: string): Repaired {
  const aside = join(home, `damaged-${stamp}`)
  mkdirSync(aside, { mode: 0o700 })
  const lost: string[] = []
  for (const [file, tables, migrations] of [
    ['tamis.db', storeTables, undefined],
    ['knowledge.db', knowledgeTables, knowledgeMigrations],
  ] as const)
    if (existsSync(join(home, file)))
      lost.push(...rebuild(home, aside, file, { tables, migrations, digest }))
  if (vectorFaults(home).length > 0) lost.push(putVectorsAside(home, aside))
  return { aside, lost }
}

const vectorsFile = 'vectors.db'

/** What SQLite says of the file of vectors beside the database, where there is one. */
export function vectorFaults(home: string): readonly string[] {
  const path = join(home, vectorsFile)
  if (!existsSync(path)) return []
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true })
    const said = database.prepare('pragma integrity_check').all()
    return said.map(({ integrity_check: text }) => String(text)).filter((text) => text !== 'ok')
  } catch (error) {
    if (isDamage(error)) return ['it is no database any more']
    throw error
  } finally {
    database?.close()
  }
}

/** All of it is made anew from the texts. */
function putVectorsAside(home: string, aside: string): string {
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(join(home, vectorsFile + suffix)))
      renameSync(join(home, vectorsFile + suffix), join(aside, vectorsFile + suffix))
  return `${vectorsFile}, whose vectors are made anew from their texts`
}

interface Plan {
  readonly tables: Readonly<Record<string, string>>
  readonly migrations: URL | undefined
  readonly digest: Digest
}

function rebuild(home: string, aside: string, file: string, plan: Plan): readonly string[] {
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(join(home, file + suffix)))
      copyFileSync(join(home, file + suffix), join(aside, file + suffix))
  const fresh = join(aside, `${file}.repaired`)
  const source = new DatabaseSync(join(aside, file))
  const target = openDatabase(fresh, plan.migrations)
  const lost: string[] = []
  try {
    target.exec('pragma foreign_keys = off; begin')
    for (const [table, order] of Object.entries(plan.tables))
      copyTable(source, target, table, order, plan.digest, lost)
    dropStrays(target, file)
    target.exec('commit; pragma wal_checkpoint(truncate); pragma journal_mode = delete')
  } finally {
    target.close()
    source.close()
  }
  flush(fresh)
  for (const suffix of ['-wal', '-shm']) rmSync(join(home, file + suffix), { force: true })
  renameSync(fresh, join(home, file))
  flush(home)
  return lost
}

function copyTable(
  source: DatabaseSync,
  target: DatabaseSync,
  table: string,
  order: string,
  digest: Digest,
  lost: string[],
): void {
  const names = target
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name))
  const columns = table.endsWith('_words') || table.endsWith('_grams') ? ['rowid', ...names] : names
  const insert = target.prepare(
    `insert or ignore into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  const descending = order
    .split(', ')
    .map((column) => `${column} desc`)
    .join(', ')
  for (const direction of [order, descending]) {
    const isWhole = copyRows(
      source,
      `select ${columns.join(', ')} from ${table} order by ${direction}`,
      (row) => {
        const unsound = unsoundRow(table, row, digest)
        if (unsound === undefined) insert.run(...columns.map((name) => row[name] as SQLInputValue))
        else if (!lost.includes(unsound)) lost.push(unsound)
      },
    )
    if (isWhole) return
  }
  lost.push(`rows of ${table} on pages that cannot be read`)
}

/** False when a damaged page ended the walk. */
function copyRows(source: DatabaseSync, sql: string, take: (row: Row) => void): boolean {
  try {
    for (const row of source.prepare(sql).iterate()) take(row as Row)
    return true
  } catch (error) {
    if (isDamage(error) || isUnknownSchema(error)) return false
    throw error
  }
}

/** What refers to rows that are gone goes too. */
function dropStrays(target: DatabaseSync, file: string): void {
  if (file === 'tamis.db')
    target.exec(`
      delete from originals where not exists (select 1 from texts t where t.digest = originals.digest);
      delete from texts where not exists (select 1 from originals o where o.digest = texts.digest);
      delete from catalog_tools where not exists (select 1 from catalog_servers s where s.name = catalog_tools.server);
      update catalog_version set entries = 1000000, capabilities = 1000000, traces = 1000000;`)
  else
    target.exec(`
      delete from knowledge_chunks where document not in (select key from knowledge_documents)
        or key not in (select rowid from knowledge_words);
      delete from knowledge_words where rowid not in (select key from knowledge_chunks);
      delete from knowledge_grams where rowid not in (select key from knowledge_chunks);
      update knowledge_state set revision = 1000000;`)
}

function isUnknownSchema(error: unknown): boolean {
  return error instanceof Error && /no such (?:column|table)|malformed/.test(error.message)
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
