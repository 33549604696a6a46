import { describe } from 'vitest'
import { sentResultsContract } from '../../ports/store/sent-results.contract.ts'
import { openDatabase } from './open.ts'
import { sqliteSentResults } from './sent-results.ts'

describe('sqlite sent results', () =>
  sentResultsContract(async () => sqliteSentResults(openDatabase(':memory:'))))
