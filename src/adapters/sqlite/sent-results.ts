import type { DatabaseSync } from 'node:sqlite'
import { EngineError } from '../../errors.ts'
import {
  type SentResult,
  type SentResults,
  useRecordedEveryMs,
} from '../../ports/store/sent-results.ts'
import type { Row } from '../rows/coding.ts'
import { sentValues, toSentResult } from '../rows/sent-results.ts'
import { sealOf } from './seal.ts'
import { inTransaction } from './transaction.ts'
import { type Commit, groupCommit } from './writes/group-commit.ts'

/** What was sent, in the table `sent_results`. */
export function sqliteSentResults(
  database: DatabaseSync,
  commit: Commit = groupCommit(database),
): SentResults {
  const insert = database.prepare(
    `insert into sent_results (key, encoding, body, refers_to, omission_id, turn, used_at, seal)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (key) do nothing`,
  )
  const insertOver = database.prepare(
    `insert or replace into sent_results
       (key, encoding, body, refers_to, omission_id, turn, used_at, seal)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const select = database.prepare('select * from sent_results where key = ?')
  const selectAll = database.prepare(
    'select * from sent_results where key in (select value from json_each(?))',
  )
  const use = database.prepare('update sent_results set used_at = ? where key = ? and used_at < ?')
  const removeOne = database.prepare('delete from sent_results where key = ?')
  const remove = database.prepare(
    `delete from sent_results where key in
       (select key from sent_results where used_at < ? order by used_at limit ?)`,
  )
  /** The record that stands; one that is damaged gives way. */
  function keepOne(record: SentResult, now: number): SentResult {
    const add = (): boolean =>
      insert.run(...sentValues(record), now, sealOfSent(record)).changes === 1
    if (add()) return record
    use.run(now, record.key, now - useRecordedEveryMs)
    const [stands] = soundOnly([select.get(record.key) ?? {}])
    if (stands) return stands
    removeOne.run(record.key)
    add()
    return record
  }

  /** What was found is found though nobody can write just now: the next time it is used that is noted. */
  function noteUse(rows: readonly Row[], now: number): void {
    try {
      inTransaction(database, () => {
        for (const { key } of rows) use.run(now, String(key), now)
      })
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
    }
  }

  return {
    async keep(records, now) {
      if (records.length === 0) return []
      return commit(() => records.map((record) => keepOne(record, now)))
    },
    async replace(records, now) {
      if (records.length === 0) return
      await commit(() => {
        for (const record of records) insertOver.run(...sentValues(record), now, sealOfSent(record))
      })
    },
    async find(keys, now) {
      if (keys.length === 0) return []
      const rows = selectAll.all(JSON.stringify(keys))
      const stale = rows.filter(({ used_at }) => Number(used_at) < now - useRecordedEveryMs)
      if (stale.length > 0) noteUse(stale, now)
      return soundOnly(rows)
    },
    sweep: async (before, limit) => Number(remove.run(before, limit).changes),
  }
}

function sealOfSent({ key, text, refersTo, omissionId, turn }: SentResult): number {
  return sealOf(key, text, refersTo, omissionId, turn)
}

/** A record whose bytes turned over counts as none: nothing else is sent in place of what was. */
function soundOnly(rows: readonly Row[]): readonly SentResult[] {
  return rows.filter(isSoundSent).map(toSentResult)
}

/** Whether a row of `sent_results` is as it was written. */
export function isSoundSent(row: Row): boolean {
  if (row.seal === null) return true
  try {
    return Number(row.seal) === sealOfSent(toSentResult(row))
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
