import { describe } from 'vitest'
import { memoryVectorsContract } from '../../ports/store/memories.contract.ts'
import { inMemoryMemoryVectors } from './memories.ts'

describe('in-memory vectors', () => memoryVectorsContract(async () => inMemoryMemoryVectors()))
