import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { tokensContract } from '../../ports/store/tokens.contract.ts'
import { postgresTokens } from './tokens.ts'

describePostgres('postgres tokens', ({ open }) =>
  tokensContract(async () => postgresTokens(open())),
)
