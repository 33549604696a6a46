import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { upkeepContract } from '../../ports/store/upkeep.contract.ts'
import { digest } from '../node/digest.ts'
import { postgresCatalog } from './catalog.ts'
import { postgresDocuments } from './documents/documents.ts'
import { postgresLedger } from './ledger.ts'
import { postgresOriginals } from './originals.ts'
import { postgresSentResults } from './sent-results.ts'
import { postgresTokens } from './tokens.ts'
import { postgresUpkeep } from './upkeep.ts'

describePostgres('postgres upkeep', ({ open }) =>
  upkeepContract(async () => {
    const database = open()
    const store = {
      originals: postgresOriginals(database, digest),
      sentResults: postgresSentResults(database),
      ledger: postgresLedger(database),
      catalog: postgresCatalog(database),
      tokens: postgresTokens(database),
      close: () => database.close(),
    }
    return { store, documents: postgresDocuments(database), upkeep: postgresUpkeep(database) }
  }, digest),
)
