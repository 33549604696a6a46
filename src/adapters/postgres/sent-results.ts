import { EngineError } from '../../errors.ts'
import {
  type SentResult,
  type SentResults,
  useRecordedEveryMs,
} from '../../ports/store/sent-results.ts'
import { sentValues, toSentResult } from '../rows/sent-results.ts'
import type { Database } from './database.ts'

const insert = {
  name: 'sent-insert',
  text: `insert into sent_results
    select * from unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::text[],
      $6::integer[], $7::bigint[])
    on conflict (key) do nothing`,
}
const insertOver = {
  name: 'sent-replace',
  text: `${insert.text.replace('do nothing', '')} do update set
    encoding = excluded.encoding, body = excluded.body, refers_to = excluded.refers_to,
    omission_id = excluded.omission_id, turn = excluded.turn, used_at = excluded.used_at`,
}
const select = {
  name: 'sent-find',
  text: 'select * from sent_results where key = any($1::text[])',
}
const use = {
  name: 'sent-use',
  text: `update sent_results set used_at = $2 where key in
    (select key from sent_results where key = any($1::text[]) and used_at < $3
     order by key for update)`,
}
const remove = {
  name: 'sent-sweep',
  text: `delete from sent_results where key in
    (select key from sent_results where used_at < $1 order by used_at, key limit $2
     for update skip locked)
    returning key`,
}

/** What was sent, in the table `sent_results`. */
export function postgresSentResults(database: Database): SentResults {
  async function find(keys: readonly string[], now: number): Promise<readonly SentResult[]> {
    if (keys.length === 0) return []
    const rows = await database.run(select, [keys])
    const stale = rows.filter(({ used_at }) => Number(used_at) < now - useRecordedEveryMs)
    if (stale.length > 0)
      await noteUse(
        stale.map(({ key }) => key),
        now,
      )
    return rows.map(toSentResult)
  }

  /** What was found is found though nobody can write just now: the next time it is used that is noted. */
  async function noteUse(keys: readonly unknown[], now: number): Promise<void> {
    try {
      await database.run(use, [keys, now, now - useRecordedEveryMs])
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
    }
  }

  return {
    async keep(records, now) {
      if (records.length === 0) return []
      await database.run(insert, columnsOf(records, now))
      const keys = records.map(({ key }) => key)
      const stands = new Map((await find(keys, Math.round(now))).map((one) => [one.key, one]))
      return records.map((record) => stands.get(record.key) ?? record)
    },
    async replace(records, now) {
      if (records.length > 0) await database.run(insertOver, columnsOf(records, now))
    },
    find: (keys, now) => find(keys, Math.round(now)),
    sweep: async (before, limit) =>
      (await database.run(remove, [Math.round(before), limit])).length,
  }
}

/** In one order for all, so that two writers of the same keys do not wait for each other in a circle. */
function columnsOf(records: readonly SentResult[], now: number): readonly (readonly unknown[])[] {
  const sorted = records.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(sentValues)
  const columns = [0, 1, 2, 3, 4, 5].map((at) => sorted.map((values) => values[at] ?? null))
  return [...columns, sorted.map(() => Math.round(now))]
}
