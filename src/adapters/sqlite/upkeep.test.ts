import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { upkeepContract } from '../../ports/store/upkeep.contract.ts'
import { digest } from '../node/digest.ts'
import { openDatabase } from './open.ts'
import { openDocuments } from './open-documents.ts'
import { sqliteStore } from './store.ts'
import { sqliteUpkeep } from './upkeep.ts'

function open(home = mkdtempSync(join(tmpdir(), 'tamis-upkeep-'))) {
  const store = sqliteStore(join(home, 'tamis.db'), digest)
  const documents = openDocuments(join(home, 'knowledge.db'))
  return { home, store, documents, upkeep: sqliteUpkeep(home) }
}

describe('sqlite upkeep', () => upkeepContract(async () => open(), digest))

test('names what is wrong', async () => {
  const { home, store, upkeep } = open()
  await store.originals.keep([{ id: 'prn_a', kind: 'prune', text: 'a', expiresAt: 9 }])
  const database = openDatabase(join(home, 'tamis.db'))
  database.exec(
    "pragma foreign_keys = off; delete from originals; insert into catalog_tools values ('gone', 0, '{}')",
  )
  expect(await upkeep.faults()).toEqual([
    'tamis.db: texts that no original names: 1',
    'tamis.db: tools of servers that are not there: 1',
  ])
})
