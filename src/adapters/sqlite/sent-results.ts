import type { DatabaseSync } from 'node:sqlite'
import { type SentResults, useRecordedEveryMs } from '../../ports/store/sent-results.ts'
import { sentValues, toSentResult } from '../rows/sent-results.ts'
import { inTransaction } from './transaction.ts'

/** What was sent, in the table `sent_results`. */
export function sqliteSentResults(database: DatabaseSync): SentResults {
  const insert = database.prepare(
    'insert into sent_results values (?, ?, ?, ?, ?, ?) on conflict (key) do nothing',
  )
  const select = database.prepare('select * from sent_results where key = ?')
  const selectAll = database.prepare(
    'select * from sent_results where key in (select value from json_each(?))',
  )
  const use = database.prepare('update sent_results set used_at = ? where key = ? and used_at < ?')
  const remove = database.prepare(
    `delete from sent_results where key in
       (select key from sent_results where used_at < ? order by used_at limit ?)`,
  )
  return {
    async keep(records, now) {
      if (records.length === 0) return []
      return inTransaction(database, () =>
        records.map((record) => {
          const isNew = insert.run(...sentValues(record), now).changes === 1
          if (isNew) return record
          use.run(now, record.key, now - useRecordedEveryMs)
          return toSentResult(select.get(record.key) ?? {})
        }),
      )
    },
    async find(keys, now) {
      if (keys.length === 0) return []
      const rows = selectAll.all(JSON.stringify(keys))
      const stale = rows.filter(({ used_at }) => Number(used_at) < now - useRecordedEveryMs)
      if (stale.length > 0)
        inTransaction(database, () => {
          for (const { key } of stale) use.run(now, String(key), now)
        })
      return rows.map(toSentResult)
    },
    sweep: async (before, limit) => Number(remove.run(before, limit).changes),
  }
}
