import type { Digest } from '../../ports/digest.ts'
import type { Store } from '../../ports/store/store.ts'
import { postgresCatalog } from './catalog.ts'
import type { Database } from './database.ts'
import { postgresLedger } from './ledger.ts'
import { postgresOriginals } from './originals.ts'
import { postgresTokens } from './tokens.ts'

/** The whole store in one schema of a Postgres database. */
export function postgresStore(database: Database, digest: Digest): Store {
  return {
    originals: postgresOriginals(database, digest),
    ledger: postgresLedger(database),
    catalog: postgresCatalog(database),
    tokens: postgresTokens(database),
    close: () => database.close(),
  }
}
