import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { originalsContract } from '../../ports/store/originals.contract.ts'
import { digest } from '../node/digest.ts'
import { postgresOriginals } from './originals.ts'

describePostgres('postgres originals', ({ open }) =>
  originalsContract(async () => postgresOriginals(open(), digest)),
)
