import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { catalogContract } from '../../ports/store/catalog.contract.ts'
import { postgresCatalog } from './catalog.ts'

describePostgres('postgres catalog', ({ open }) =>
  catalogContract(async () => postgresCatalog(open())),
)
