import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { EngineError } from '../../errors.ts'
import { acquireLock } from './lock.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { sqliteTokens } from './tokens.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'tamis-sqlite-'))

test('refuses a database written by a newer version, and says what to do', () => {
  const file = join(newFolder(), 'tamis.db')
  const newer = openDatabase(file)
  newer.exec('pragma user_version = 9999')
  newer.close()
  expect(() => openDatabase(file)).toThrow(/newer Tamis/)
})

test('names the file it cannot open', () => {
  expect(() => openDatabase(join(newFolder(), 'not-a-folder', 'x.db'))).toThrow(EngineError)
})

test('gives a lock to one holder at a time', () => {
  const file = join(newFolder(), 'a.lock')
  const lock = acquireLock(file)
  expect(lock).toBeDefined()
  expect(acquireLock(file)).toBeUndefined()
  lock?.release()
  const again = acquireLock(file)
  expect(again).toBeDefined()
  again?.release()
})

test('sees the columns that another process added while both brought a new database up to date', async () => {
  const file = join(newFolder(), 'tamis.db')
  const early = new DatabaseSync(file)
  migrate(early, migrationsUpTo(5))
  early.prepare('select * from tokens').all()
  const other = openDatabase(file)
  migrate(early)
  expect(await sqliteTokens(early).add(someToken)).toBe(true)
  early.close()
  other.close()
})

/** A folder with the first migrations alone. */
function migrationsUpTo(last: number): URL {
  const folder = pathToFileURL(`${newFolder()}/`)
  const all = new URL('./migrations/', import.meta.url)
  for (const file of readdirSync(all))
    if (Number.parseInt(file, 10) <= last) copyFileSync(new URL(file, all), new URL(file, folder))
  return folder
}

const someToken = {
  id: 'abcdefgh',
  name: 'a',
  namespace: 'default',
  scope: 'read',
  hash: 'x',
  createdAt: 1,
} as const

/** Writes to a new database that is in no mode of ours yet, and lets go of it while somebody waits. */
const writer = `
  const { parentPort, workerData } = require('node:worker_threads')
  const database = new (require('node:sqlite').DatabaseSync)(workerData)
  database.exec('create table a (b); begin immediate')
  parentPort.postMessage('writing')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  database.close()`

test('waits for another process that writes to a new database', async () => {
  const file = join(newFolder(), 'a.db')
  const worker = new Worker(writer, { eval: true, workerData: file })
  await once(worker, 'message')
  const database = openDatabase(file)
  expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  database.close()
  await once(worker, 'exit')
})
