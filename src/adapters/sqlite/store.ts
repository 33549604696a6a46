import type { Digest } from '../../ports/digest.ts'
import type { Store } from '../../ports/store/store.ts'
import { sqliteCatalog } from './catalog.ts'
import { groupCommit } from './group-commit.ts'
import { sqliteLedger } from './ledger.ts'
import { openDatabase } from './open.ts'
import { sqliteOriginals } from './originals.ts'
import { sqliteSentResults } from './sent-results.ts'
import { sqliteTokens } from './tokens.ts'

/** The whole store in one SQLite file. */
export function sqliteStore(path: string, digest: Digest): Store {
  const database = openDatabase(path)
  // Nobody was promised a row of the ledger: it need not wait for the disk.
  const unhurried = path === ':memory:' ? database : openDatabase(path, undefined, 'normal')
  const commit = groupCommit(database)
  return {
    originals: sqliteOriginals(database, digest, commit),
    sentResults: sqliteSentResults(database, commit),
    ledger: sqliteLedger(unhurried),
    catalog: sqliteCatalog(database),
    tokens: sqliteTokens(database),
    async close() {
      if (unhurried !== database) unhurried.close()
      database.close()
    },
  }
}
