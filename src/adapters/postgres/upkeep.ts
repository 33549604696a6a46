import type { Upkeep } from '../../ports/store/upkeep.ts'
import { ledgerRows } from '../rows/ledger.ts'
import { originalRows } from '../rows/originals.ts'
import { toUsedSentResult } from '../rows/sent-results.ts'
import type { Database } from './database.ts'
import { postgresCoding, toColumn } from './text.ts'

const { toRow } = ledgerRows(postgresCoding)
const { toStored } = originalRows(postgresCoding)

/** Each is a question whose answer should be 0. */
const questions: Readonly<Record<string, string>> = {
  'originals without a text':
    'select count(*) as n from originals o where not exists (select 1 from texts t where t.digest = o.digest)',
  'texts that no original names':
    "select count(*) as n from texts t where kept_on >= (now() at time zone 'UTC')::date and not exists (select 1 from originals o where o.digest = t.digest)",
  'bytes that the size cap counts wrongly':
    'select abs(coalesce((select sum(bytes) from texts), 0) - (select sum(bytes) from texts_usage)) as n',
  'tools of servers that are not there':
    'select count(*) as n from catalog_tools t where not exists (select 1 from catalog_servers s where s.name = t.server)',
  'chunks without their document':
    'select count(*) as n from knowledge_chunks c where not exists (select 1 from knowledge_documents d where d.key = c.document)',
  'chunks that search cannot find':
    'select count(*) as n from knowledge_chunks c where not exists (select 1 from knowledge_words w where w.key = c.key)',
  'indexes that were never finished':
    'select count(*) as n from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace s on s.oid = c.relnamespace where s.nspname = current_schema() and not i.indisvalid',
}

/** The tables of one schema. */
export function postgresUpkeep(database: Database): Upkeep {
  return {
    async originals(after, limit) {
      const rows = await database.run(
        `select id, kind, digest, encoding, body, expires_at, result
         from originals join texts using (digest) where id > $1 order by id limit $2`,
        [toColumn(after), limit],
      )
      return rows.map(toStored)
    },
    async sentResults(after, limit) {
      const rows = await database.run(
        'select * from sent_results where key > $1 order by key limit $2',
        [after, limit],
      )
      return rows.map(toUsedSentResult)
    },
    async ledger(afterSeq, limit) {
      const rows = await database.run('select * from ledger where seq > $1 order by seq limit $2', [
        afterSeq,
        limit,
      ])
      return rows.map(toRow)
    },
    async faults() {
      const faults: string[] = []
      for (const [what, sql] of Object.entries(questions)) {
        const [row] = await database.run(sql)
        if (Number(row?.n) !== 0) faults.push(`${what}: ${row?.n}`)
      }
      return faults
    },
    async removeOriginals(ids) {
      await database.run(
        `with gone as (delete from originals where id = any($1::text[]) returning digest)
         delete from texts where digest in (select digest from gone)
           and not exists (select 1 from originals o where o.digest = texts.digest and not o.id = any($1::text[]))`,
        [ids.map(toColumn)],
      )
    },
    close: () => database.close(),
  }
}
