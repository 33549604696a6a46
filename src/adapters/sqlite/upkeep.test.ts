import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { upkeepContract } from '../../ports/store/upkeep.contract.ts'
import { digest } from '../node/digest.ts'
import { openDocuments } from './documents/open-documents.ts'
import { openDatabase } from './open.ts'
import { repairHome } from './repair.ts'
import { sqliteStore } from './store.ts'
import { sqliteUpkeep } from './upkeep.ts'

function open(home = mkdtempSync(join(tmpdir(), 'tamis-upkeep-'))) {
  const store = sqliteStore(join(home, 'tamis.db'), digest)
  const documents = openDocuments(join(home, 'knowledge.db'))
  return { home, store, documents, upkeep: sqliteUpkeep(home) }
}

describe('sqlite upkeep', () => upkeepContract(async () => open(), digest))

const record = { text: 'short', refersTo: [], omissionId: null, turn: 3 }

async function withDamagedRecord() {
  const opened = open()
  const records = ['a', 'b', 'c'].map((key) => ({ ...record, key }))
  await opened.store.sentResults.keep(records, 1)
  const database = openDatabase(join(opened.home, 'tamis.db'))
  database.exec("update sent_results set turn = 4 where key = 'a'")
  database.close()
  return opened
}

test('a record of what was sent that turned over is none, and hides none that follow', async () => {
  const { upkeep } = await withDamagedRecord()
  expect((await upkeep.sentResults('', 1)).map(({ key }) => key)).toEqual(['b'])
})

test('a repair keeps what was sent, and puts aside what of it turned over', async () => {
  const { home, store, documents, upkeep } = await withDamagedRecord()
  await upkeep.close()
  documents.close()
  await store.close()
  expect(repairHome(home, digest, 'now').lost).toEqual(['sent_results a'])
  const repaired = sqliteUpkeep(home)
  expect((await repaired.sentResults('', 9)).map(({ key }) => key)).toEqual(['b', 'c'])
  await repaired.close()
})

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
