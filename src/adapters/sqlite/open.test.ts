import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EngineError } from '../../errors.ts'
import { acquireLock } from './lock.ts'
import { openDatabase } from './open.ts'

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
