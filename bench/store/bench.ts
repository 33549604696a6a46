import { noServer, postgresPrograms, startPostgres } from '../../test/support/postgres-server.ts'
import { measureDaemons } from './daemons.ts'
import { measureOperations } from './operations.ts'
import { measureParity } from './parity.ts'
import { measureSearches } from './searches.ts'
import { openPglite, openPostgres, openSqlite } from './stores.ts'
import { measureTrigrams } from './trigrams.ts'

const chunks = Number(process.env.TAMIS_BENCH_CHUNKS ?? 100_000)
/** Postgres in WebAssembly takes some 30 ms of a processor to put one: all of them would take an hour. */
const chunksInWasm = Math.min(chunks, 1000)

/** SQLite against Postgres: operations, searches, rank parity; then daemons that share one database. */
export async function bench(): Promise<void> {
  if (postgresPrograms === undefined) {
    console.log(noServer)
    return
  }
  const server = await startPostgres()
  const stores = [openSqlite(), openPostgres(server)]
  try {
    await measureOperations(stores)
    await measureSearches(stores, chunks)
    await measureExtensions()
    await measureParity(stores)
    await measureTrigrams(stores[0], server)
  } finally {
    for (const store of stores) await store.close()
    await server.remove()
  }
  await measureDaemons()
}

/** Searches by pgvector and pg_textsearch, which a server may lack and PGlite has. */
async function measureExtensions(): Promise<void> {
  const stores = [openSqlite(), await openPglite()]
  console.log('\nwith pgvector and pg_textsearch: PGlite, one process and one session')
  await measureSearches(stores, chunksInWasm)
  for (const store of stores) await store.close()
}
