import { describe } from 'vitest'
import { ledgerContract } from '../../ports/store/ledger.contract.ts'
import { sqliteLedger } from './ledger.ts'
import { openDatabase } from './open.ts'

describe('sqlite ledger', () => ledgerContract(async () => sqliteLedger(openDatabase(':memory:'))))
