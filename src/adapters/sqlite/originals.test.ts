import { describe } from 'vitest'
import { originalsContract } from '../../ports/store/originals.contract.ts'
import { digest } from '../node/digest.ts'
import { openDatabase } from './open.ts'
import { sqliteOriginals } from './originals.ts'

describe('sqlite originals', () =>
  originalsContract(async () => sqliteOriginals(openDatabase(':memory:'), digest)))
