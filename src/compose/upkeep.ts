import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFolder, restoreFile } from '../adapters/archive-file/folder-files.ts'
import { readLines, writeLines } from '../adapters/archive-file/lines.ts'
import { digest } from '../adapters/node/digest.ts'
import { repairHome } from '../adapters/sqlite/repair.ts'
import { snapshotHome } from '../adapters/sqlite/snapshot.ts'
import { sqliteUpkeep } from '../adapters/sqlite/upkeep.ts'
import type { LoadedConfig } from '../config/load.ts'
import { makeFolder } from '../config/make-folder.ts'
import {
  checkStore,
  copyStore,
  indexChunk,
  type Kept,
  type Marks,
  requireEmpty,
  restoreArchive,
  type StoreUpkeep,
  verifyArchive,
  writeArchive,
} from '../engine.ts'
import { memoryFolder, openServer, openStore, type Place, placeOf } from './store.ts'

interface Opened {
  readonly kept: Kept
  close(): Promise<void>
}

/** Moves, archives and checks the stores of a home, without an engine over them. */
export function openStoreUpkeep(loaded: LoadedConfig, version: string): StoreUpkeep {
  const { config } = loaded
  const place = placeOf(loaded)
  const current = config.store.url === undefined ? 'sqlite' : 'postgres'
  const memory = memoryFolder(config.memory.folder, loaded)
  const open = (kind: 'sqlite' | 'postgres'): Promise<Opened> =>
    kind === 'sqlite' ? openSqlite(config.store, place.home) : openPostgres(config.store, place)

  return {
    async migrate(from, to, marks: Marks, onProgress) {
      makeFolder(place.home)
      const [source, target] = await Promise.all([open(from), open(to)])
      try {
        if (Object.keys(marks).length === 0) await requireEmpty(target.kept)
        return await copyStore(source.kept, target.kept, marks, digest, onProgress)
      } finally {
        await source.close()
        await target.close()
      }
    },
    async backup(file, madeAt) {
      const source =
        current === 'sqlite' ? await openSnapshot(config.store, place.home) : await open(current)
      try {
        const head = { version, madeAt }
        await writeLines(file, writeArchive(source.kept, readFolder(memory), head, digest))
      } finally {
        await source.close()
      }
      return (await verifyArchive(readLines(file), digest)).end
    },
    async restore(file, onProgress) {
      await verifyArchive(readLines(file), digest)
      makeFolder(place.home)
      const target = await open(current)
      try {
        await requireEmpty(target.kept)
        const onFile = (one: { file: string; content: string }): void => restoreFile(memory, one)
        return await restoreArchive(readLines(file), target.kept, digest, onFile, onProgress)
      } finally {
        await target.close()
      }
    },
    async repair(stamp) {
      if (current === 'sqlite') return repairHome(place.home, digest, stamp)
      const opened = await open(current)
      try {
        const { damaged } = await checkStore(opened.kept, digest, () => undefined)
        const aside = join(place.home, `damaged-${stamp}`)
        makeFolder(aside)
        await writeLines(join(aside, 'originals.jsonl.gz'), originalsOf(opened.kept, damaged))
        await opened.kept.upkeep.removeOriginals(damaged)
        return { aside, lost: damaged }
      } finally {
        await opened.close()
      }
    },
    async check(onProgress) {
      makeFolder(place.home)
      const opened = await open(current)
      try {
        return await checkStore(opened.kept, digest, onProgress)
      } finally {
        await opened.close()
      }
    },
  }
}

/** These originals as they lie in the store. */
async function* originalsOf({ upkeep }: Kept, ids: readonly string[]): AsyncGenerator<unknown> {
  const wanted = new Set(ids)
  for (let after = ''; ; ) {
    const page = await upkeep.originals(after, 200)
    yield* page.filter(({ id }) => wanted.has(id))
    const last = page.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

type StoreSettings = LoadedConfig['config']['store']

async function openSqlite(
  settings: StoreSettings,
  home: string,
  vectorsHome: string = home,
): Promise<Opened> {
  const sqlite = { ...settings, url: undefined }
  const { store, documents, close } = await openStore(sqlite, home, undefined, { vectorsHome })
  const upkeep = sqliteUpkeep(home)
  return {
    kept: { store, documents: documents(), upkeep, indexChunk },
    async close() {
      await upkeep.close()
      await close()
    },
  }
}

/** The databases as they are now, in a folder of their own, so that a daemon can go on writing. */
async function openSnapshot(settings: StoreSettings, home: string): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-backup-'))
  try {
    snapshotHome(home, folder)
    const { kept, close } = await openSqlite(settings, folder, home)
    return {
      kept,
      async close() {
        await close()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function openPostgres(settings: StoreSettings, { home, schema }: Place): Promise<Opened> {
  const { databaseOf } = await import('../adapters/postgres/open.ts')
  const { postgresUpkeep } = await import('../adapters/postgres/upkeep.ts')
  const server = await openServer(settings)
  // A store that is moved to Postgres brings its vectors along.
  const shared: StoreSettings = { ...settings, vectors: 'database' }
  const { store, documents, close } = await openStore(shared, home, schema, { server })
  const upkeep = postgresUpkeep(databaseOf(server.connections, schema))
  return {
    kept: { store, documents: documents(), upkeep, indexChunk },
    async close() {
      await close()
      await upkeep.close()
    },
  }
}
