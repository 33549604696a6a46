import { describe } from 'vitest'
import { tokensContract } from '../../ports/store/tokens.contract.ts'
import { inMemoryTokens } from './tokens.ts'

describe('in-memory tokens', () => tokensContract(async () => inMemoryTokens()))
