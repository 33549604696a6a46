import { describePostgres } from '../../../test/support/postgres-stage.ts'
import { memoryVectorsContract } from '../../ports/store/memories.contract.ts'
import { postgresMemoryVectors } from './memories.ts'

describePostgres('postgres vectors', ({ open }) =>
  memoryVectorsContract(async () => postgresMemoryVectors(open())),
)
