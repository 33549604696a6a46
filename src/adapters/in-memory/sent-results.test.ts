import { describe } from 'vitest'
import { sentResultsContract } from '../../ports/store/sent-results.contract.ts'
import { inMemorySentResults } from './sent-results.ts'

describe('in-memory sent results', () => sentResultsContract(async () => inMemorySentResults()))
