import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memoryVectorsContract } from '../../ports/store/memories.contract.ts'
import { sqliteMemoryVectors } from './memories.ts'

const newPath = () => join(mkdtempSync(join(tmpdir(), 'tamis-vectors-')), 'memory-index.db')

describe('sqlite vectors', () => memoryVectorsContract(async () => sqliteMemoryVectors(newPath())))

test('starts empty again after its file was deleted', async () => {
  const path = newPath()
  const first = sqliteMemoryVectors(path)
  await first.keep('m', new Map([['a', Float32Array.of(1)]]))
  first.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  expect(await sqliteMemoryVectors(path).count()).toBe(0)
})

test('replaces a file that is no database', async () => {
  const path = newPath()
  writeFileSync(path, 'not a database at all, but long enough to be looked at'.repeat(100))
  const vectors = sqliteMemoryVectors(path)
  await vectors.keep('m', new Map([['a', Float32Array.of(1)]]))
  expect(await vectors.count()).toBe(1)
})

test('names the file it cannot open', async () => {
  const path = join(newPath(), 'no', 'such', 'folder.db')
  await expect(sqliteMemoryVectors(path).count()).rejects.toThrow(path)
})
