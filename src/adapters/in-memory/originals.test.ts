import { describe } from 'vitest'
import { originalsContract } from '../../ports/store/originals.contract.ts'
import { inMemoryOriginals } from './originals.ts'

describe('in-memory originals', () => originalsContract(async () => inMemoryOriginals()))
