import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { UsedSentResult } from '../../ports/store/sent-results.ts'
import type { Upkeep } from '../../ports/store/upkeep.ts'
import { ledgerRows } from '../rows/ledger.ts'
import { originalRows } from '../rows/originals.ts'
import { toUsedSentResult } from '../rows/sent-results.ts'
import { sqliteCoding } from './coding.ts'
import { knowledgeMigrations } from './documents/open-documents.ts'
import { openDatabase } from './open.ts'
import { vectorFaults } from './repair.ts'
import { isSoundSent } from './sent-results.ts'
import { inTransaction } from './transaction.ts'
import { unsoundRow } from './unsound-row.ts'

const { toRow } = ledgerRows(sqliteCoding)
const { toStored } = originalRows(sqliteCoding)

/** Each is a question whose answer should be 0. */
const storeQuestions: Readonly<Record<string, string>> = {
  'originals without a text':
    'select count(*) as n from originals o where not exists (select 1 from texts t where t.digest = o.digest)',
  'texts that no original names':
    'select count(*) as n from texts t where not exists (select 1 from originals o where o.digest = t.digest)',
  'bytes that the size cap counts wrongly':
    'select abs(coalesce((select sum(bytes) from texts), 0) - (select bytes from texts_usage)) as n',
  'tools of servers that are not there':
    'select count(*) as n from catalog_tools t where not exists (select 1 from catalog_servers s where s.name = t.server)',
}
const knowledgeQuestions: Readonly<Record<string, string>> = {
  'chunks without their document':
    'select count(*) as n from knowledge_chunks c where not exists (select 1 from knowledge_documents d where d.key = c.document)',
  'chunks that search cannot find':
    'select count(*) as n from knowledge_chunks where key not in (select rowid from knowledge_words)',
}

/** Whose rows are sealed; originals are compared with their digest, records of what was sent count as none. */
const storeTables = [
  'tokens',
  'catalog_servers',
  'catalog_tools',
  'catalog_capabilities',
  'catalog_traces',
]
const knowledgeTables = ['knowledge_documents', 'knowledge_chunks', 'knowledge_vectors']
const mostNamed = 20

/** The files of a home, over connections of their own. */
export function sqliteUpkeep(home: string): Upkeep {
  const store = openDatabase(join(home, 'tamis.db'))
  const knowledge = openDatabase(join(home, 'knowledge.db'), knowledgeMigrations)
  return {
    async originals(after, limit) {
      const rows = store
        .prepare(
          `select id, kind, digest, encoding, body, expires_at, result
           from originals join texts using (digest) where id > ? order by id limit ?`,
        )
        .all(after, limit)
      return rows.map(toStored)
    },
    sentResults: async (after, limit) => soundSent(store, after, limit),
    async ledger(afterSeq, limit) {
      const rows = store
        .prepare('select * from ledger where seq > ? order by seq limit ?')
        .all(afterSeq, limit)
      return rows.map(toRow)
    },
    faults: async () => [
      ...faultsOf('tamis.db', store, storeQuestions, storeTables),
      ...faultsOf('knowledge.db', knowledge, knowledgeQuestions, knowledgeTables),
      ...vectorFaults(home).map((fault) => `vectors.db: ${fault}`),
    ],
    async removeOriginals(ids) {
      inTransaction(store, () => {
        const remove = store.prepare('delete from originals where id = ?')
        for (const id of ids) remove.run(id)
        store.exec(
          'delete from texts where not exists (select 1 from originals o where o.digest = texts.digest)',
        )
      })
    },
    async close() {
      store.close()
      knowledge.close()
    },
  }
}

/** A record that is damaged counts as none here too. */
function soundSent(store: DatabaseSync, after: string, limit: number): readonly UsedSentResult[] {
  const sound: UsedSentResult[] = []
  const rows = store.prepare('select * from sent_results where key > ? order by key')
  for (const row of rows.iterate(after)) {
    if (isSoundSent(row)) sound.push(toUsedSentResult(row))
    if (sound.length === limit) break
  }
  return sound
}

/** Those that are not as they were written, by name; so many at most, the rest by their number. */
function unsoundRows(database: DatabaseSync, table: string): readonly string[] {
  const names: string[] = []
  let more = 0
  for (const row of database.prepare(`select * from ${table}`).iterate()) {
    const name = unsoundRow(table, row)
    if (name !== undefined && names.length < mostNamed) names.push(`damaged: ${name}`)
    else if (name !== undefined) more++
  }
  return more === 0 ? names : [...names, `damaged: ${more} more of ${table}`]
}

function faultsOf(
  file: string,
  database: DatabaseSync,
  questions: Readonly<Record<string, string>>,
  tables: readonly string[],
): readonly string[] {
  const said = database.prepare('pragma integrity_check').all() as { integrity_check: string }[]
  const damage = said.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  const counts = Object.entries(questions).flatMap(([what, sql]) => {
    const count = Number(database.prepare(sql).get()?.n)
    return count === 0 ? [] : [`${what}: ${count}`]
  })
  const unsound = tables.flatMap((table) => unsoundRows(database, table))
  return [...damage, ...unsound, ...counts].map((fault) => `${file}: ${fault}`)
}
