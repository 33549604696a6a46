import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fillKept } from '../../../test/support/kept-stage.ts'
import { upkeepContract } from '../../ports/store/upkeep.contract.ts'
import { digest } from '../node/digest.ts'
import { knowledgeMigrations, openDocuments } from './documents/open-documents.ts'
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
    "pragma foreign_keys = off; delete from originals; insert into catalog_tools values ('gone', 0, '{}', null)",
  )
  expect(await upkeep.faults()).toEqual([
    'tamis.db: texts that no original names: 1',
    'tamis.db: tools of servers that are not there: 1',
  ])
})

test('names each row that is not as it was written, and a repair leaves these out', async () => {
  const { home, store, documents, upkeep } = open()
  await fillKept({ store, documents }, 2)
  openDatabase(join(home, 'tamis.db')).exec(
    "update catalog_servers set body = replace(body, 'false', 'true'); update tokens set scope = 'admin'",
  )
  openDatabase(join(home, 'knowledge.db'), knowledgeMigrations).exec(
    "update knowledge_documents set trust = 'low' where key = 1; update knowledge_chunks set document = 1 where key = 2",
  )
  const faults = await upkeep.faults()
  expect(faults.map((fault) => fault.replace(/chk_.*/, 'chk_…'))).toEqual([
    'tamis.db: damaged: tokens abcdefgh',
    'tamis.db: damaged: catalog_servers garden',
    'knowledge.db: damaged: knowledge_documents doc 0 é',
    'knowledge.db: damaged: knowledge_chunks chk_…',
  ])
  await expect(documents.update('doc 0 é', { path: 'new' })).rejects.toMatchObject({
    code: 'store_damaged',
  })
  await upkeep.close()
  documents.close()
  await store.close()
  // The tool goes with its server, and both passages with what they belong to.
  expect(repairHome(home, digest, 'now').lost).toHaveLength(faults.length)
  const repaired = sqliteUpkeep(home)
  expect(await repaired.faults()).toEqual([])
  await repaired.close()
})
