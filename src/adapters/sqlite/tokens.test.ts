import { describe } from 'vitest'
import { tokensContract } from '../../ports/store/tokens.contract.ts'
import { openDatabase } from './open.ts'
import { sqliteTokens } from './tokens.ts'

describe('sqlite tokens', () => tokensContract(async () => sqliteTokens(openDatabase(':memory:'))))
