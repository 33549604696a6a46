import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { ledgerContract } from '../../ports/store/ledger.contract.ts'
import { postgresLedger } from './ledger.ts'

describePostgres('postgres ledger', ({ open }) =>
  ledgerContract(async () => postgresLedger(open())),
)
