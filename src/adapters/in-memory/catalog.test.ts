import { describe } from 'vitest'
import { catalogContract } from '../../ports/store/catalog.contract.ts'
import { inMemoryCatalog } from './catalog.ts'

describe('in-memory catalog', () => catalogContract(async () => inMemoryCatalog()))
