import { describe } from 'vitest'
import { ledgerContract } from '../../ports/store/ledger.contract.ts'
import { inMemoryLedger } from './ledger.ts'

describe('in-memory ledger', () => ledgerContract(async () => inMemoryLedger()))
