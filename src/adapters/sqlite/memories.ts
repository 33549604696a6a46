import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { MemoryVectors } from '../../ports/store/memories.ts'
import { toBytes, toVector } from '../rows/vectors.ts'
import { isDamage } from './explained.ts'
import { makePrivate } from './lock.ts'
import { inTransaction } from './transaction.ts'
import { isSoundVector, sealOfVector, vectorColumns } from './vector-seals.ts'

/** Changes with the table; an index of another version is thrown away. */
const version = 2
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
  const close = (): void => {
    opened?.close()
    opened = undefined
  }
  /** Damage that is only met now is no reason to fail either: all vectors can be made anew. */
  async function use<Result>(work: (database: DatabaseSync) => Result): Promise<Result> {
    try {
      opened ??= openOrReplace(path)
      return work(opened)
    } catch (error) {
      if (!isDamage(error)) throw error
      close()
      remove(path)
      opened = openOrReplace(path)
      return work(opened)
    }
  }
  return {
    find: (model, digests) =>
      use((database) => {
        const found = new Map<string, Float32Array>()
        for (let at = 0; at < digests.length; at += batch)
          for (const [digest, vector] of findBatch(database, model, digests.slice(at, at + batch)))
            found.set(digest, vector)
        return found
      }),
    keep: (model, vectors) =>
      use((database) => {
        const insert = database.prepare('insert or replace into vectors values (?, ?, ?, ?)')
        inTransaction(database, () => {
          for (const [digest, vector] of vectors) {
            const bytes = toBytes(vector)
            insert.run(model, digest, bytes, sealOfVector(model, digest, bytes))
          }
        })
      }),
    retainOnly: (model, digests) =>
      use((database) =>
        inTransaction(database, () => {
          const drop = database.prepare(
            `delete from vectors where model <> ?
             or digest not in (select value from json_each(?))`,
          )
          drop.run(model, JSON.stringify(digests))
        }),
      ),
    count: () =>
      use((database) =>
        Number(database.prepare('select count(*) as vectors from vectors').get()?.vectors),
      ),
    close,
  }
}

/** Those that are not as they were written are left out, and kept anew by whoever asks. */
function findBatch(
  database: DatabaseSync,
  model: string,
  digests: readonly string[],
): readonly (readonly [string, Float32Array])[] {
  const rows = database
    .prepare(
      `select ${vectorColumns} from vectors
       where model = ? and digest in (select value from json_each(?))`,
    )
    .all(model, JSON.stringify(digests))
  return rows.filter(isSoundVector).map(({ digest, vector }) => [String(digest), toVector(vector)])
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
    remove(path)
    return open(path)
  }
}

function remove(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
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
        seal integer not null,
        primary key (model, digest)
      ) without rowid;
      pragma user_version = ${version};
    `)
  })
}
