import { readdirSync, readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { inTransaction } from './transaction.ts'

/** The files of the database that holds originals and the ledger. */
const storeFolder = new URL('./migrations/', import.meta.url)

/** Applies, in one transaction each, the numbered files the database has not seen. */
export function migrate(database: DatabaseSync, folder: URL = storeFolder): void {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const latest = versionOf(files.at(-1) ?? '0')
  const current = currentVersion(database)
  if (current > latest)
    throw new EngineError(
      'store_unavailable',
      phrase`The database is of a newer Tamis (${current})`,
      {
        hint: 'Upgrade Tamis, or point --home at another folder.',
      },
    )
  if (current < latest) for (const file of files) applyFile(database, folder, file)
  readSchema(database)
}

/**
 * Has the connection read the schema as it is now. One that saw an earlier one keeps it until a statement
 * runs, and refuses to prepare what fits only the columns that another process added meanwhile.
 */
function readSchema(database: DatabaseSync): void {
  database.prepare('select count(*) from sqlite_schema').get()
}

function applyFile(database: DatabaseSync, folder: URL, file: string): void {
  inTransaction(database, () => {
    // Read again under the write lock: another process may have migrated meanwhile.
    if (currentVersion(database) >= versionOf(file)) return
    database.exec(readFileSync(new URL(file, folder), 'utf8'))
    database.exec(`pragma user_version = ${versionOf(file)}`)
  })
}

function versionOf(file: string): number {
  return Number.parseInt(file, 10)
}

function currentVersion(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.user_version)
}
