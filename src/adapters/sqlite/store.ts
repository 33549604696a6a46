import type { Digest } from '../../ports/digest.ts'
import type { Store } from '../../ports/store/store.ts'
import { sqliteCatalog } from './catalog.ts'
import { sqliteLedger } from './ledger.ts'
import { openDatabase } from './open.ts'
import { sqliteOriginals } from './originals.ts'
import { sqliteSentResults } from './sent-results.ts'
import { sqliteTokens } from './tokens.ts'

/** The whole store in one SQLite file. */
export function sqliteStore(path: string, digest: Digest): Store {
  const database = openDatabase(path)
  return {
    originals: sqliteOriginals(database, digest),
    sentResults: sqliteSentResults(database),
    ledger: sqliteLedger(database),
    catalog: sqliteCatalog(database),
    tokens: sqliteTokens(database),
    async close() {
      database.close()
    },
  }
}
