import { noServer, postgresPrograms, startPostgres } from '../../test/support/postgres-server.ts'
import { measureDaemons } from './daemons.ts'
import { measureOperations } from './operations.ts'
import { measureParity } from './parity.ts'
import { measureSearches } from './searches.ts'
import { openPostgres, openSqlite } from './stores.ts'

const chunks = Number(process.env.TAMIS_BENCH_CHUNKS ?? 100_000)

/** SQLite against Postgres: operations, searches, rank parity; then daemons that share one database. */
export async function bench(): Promise<void> {
  if (postgresPrograms === undefined) {
    console.log(noServer)
    return
  }
  const server = await startPostgres()
  const stores = [openSqlite(), openPostgres(server)]
  await measureOperations(stores)
  await measureSearches(stores, chunks)
  await measureParity(stores)
  for (const store of stores) await store.close()
  await server.remove()
  await measureDaemons()
}
