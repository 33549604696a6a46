import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { MemoryVectors } from '../../ports/store/memories.ts'
import { toBytes, toVector } from '../rows/vectors.ts'
import { isDamage } from './explained.ts'
import { makePrivate } from './lock.ts'
import { inTransaction } from './transaction.ts'

/** Changes with the table; an index of another version is thrown away. */
const version = 1
/** Rows asked for in one statement. */
const batch = 500

interface MemoryVectorsStore extends MemoryVectors {
  close(): void
}

/**
 * Vectors in a database file of their own: it can be deleted at any time, and a file that is
 * damaged or of another version is. It is opened on first use, so that memory works without it.
 */
export function sqliteMemoryVectors(path: string): MemoryVectorsStore {
  let opened: DatabaseSync | undefined
  const database = () => {
    opened ??= openOrReplace(path)
    return opened
  }
  return {
    async find(model, digests) {
      const found = new Map<string, Float32Array>()
      for (let at = 0; at < digests.length; at += batch)
        for (const [digest, vector] of findBatch(database(), model, digests.slice(at, at + batch)))
          found.set(digest, vector)
      return found
    },
    async keep(model, vectors) {
      const insert = database().prepare('insert or replace into vectors values (?, ?, ?)')
      inTransaction(database(), () => {
        for (const [digest, vector] of vectors) insert.run(model, digest, toBytes(vector))
      })
    },
    async retainOnly(model, digests) {
      inTransaction(database(), () => {
        const drop = database().prepare(
          `delete from vectors where model <> ?
             or digest not in (select value from json_each(?))`,
        )
        drop.run(model, JSON.stringify(digests))
      })
    },
    async count() {
      return Number(database().prepare('select count(*) as vectors from vectors').get()?.vectors)
    },
    close() {
      opened?.close()
      opened = undefined
    },
  }
}

function findBatch(
  database: DatabaseSync,
  model: string,
  digests: readonly string[],
): readonly (readonly [string, Float32Array])[] {
  const rows = database
    .prepare(
      `select digest, vector from vectors
       where model = ? and digest in (select value from json_each(?))`,
    )
    .all(model, JSON.stringify(digests))
  return rows.map(({ digest, vector }) => [String(digest), toVector(vector)])
}

function openOrReplace(path: string): DatabaseSync {
  try {
    return open(path)
  } catch (error) {
    if (!isDamage(error))
      throw new EngineError('store_unavailable', phrase`Cannot open the memory index ${path}`, {
        hint: 'Is the folder there and writable? Memory works without it, only slower.',
        cause: error,
      })
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
    return open(path)
  }
}

function open(path: string): DatabaseSync {
  makePrivate(path)
  const database = new DatabaseSync(path, { timeout: 5000 })
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = normal')
    prepareTable(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function prepareTable(database: DatabaseSync): void {
  const current = Number(database.prepare('pragma user_version').get()?.user_version)
  if (current === version) return
  inTransaction(database, () => {
    database.exec(`
      drop table if exists vectors;
      create table vectors (
        model text not null,
        digest text not null,
        vector blob not null,
        primary key (model, digest)
      ) without rowid;
      pragma user_version = ${version};
    `)
  })
}
