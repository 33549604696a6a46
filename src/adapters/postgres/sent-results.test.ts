import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { sentResultsContract } from '../../ports/store/sent-results.contract.ts'
import { postgresSentResults } from './sent-results.ts'

describePostgres('postgres sent results', ({ open }) =>
  sentResultsContract(async () => postgresSentResults(open())),
)
