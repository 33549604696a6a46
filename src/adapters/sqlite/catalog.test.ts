import { describe } from 'vitest'
import { catalogContract } from '../../ports/store/catalog.contract.ts'
import { sqliteCatalog } from './catalog.ts'
import { openDatabase } from './open.ts'

describe('sqlite catalog', () =>
  catalogContract(async () => sqliteCatalog(openDatabase(':memory:'))))
