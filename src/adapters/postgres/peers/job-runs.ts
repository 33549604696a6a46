import { hostname } from 'node:os'
import type { Database } from '../database.ts'
import { toStoreError } from '../failures.ts'
import type { SharedClient } from './listener.ts'

/** Puts the rounds of one daemon's background jobs on record, and lets none begin while another goes on. */
interface JobRuns {
  /**
   * Runs `work` if no other daemon is still at its own: one that lost the lock in the middle goes on to
   * the end of its round. `lockHolder` is the connection that has the lock. `undefined` when it did not run.
   */
  run<Result>(lockHolder: SharedClient, work: () => Promise<Result>): Promise<Result | undefined>
}

/** A round whose holder gave no sign for so long is over: its daemon is dead or cut off. */
const silentMs = 15_000
const signEveryMs = 4000
const keptRuns = 1000

/** Asked on a connection that has no schema. */
const start = (schema: string): string => `insert into "${schema}".job_runs (holder)
  select $1 where not exists (
    select 1 from "${schema}".job_runs where ended_at is null and holder <> $1
      and seen_at > clock_timestamp() - $2 * interval '1 millisecond')
  returning seq`

/** Without a length it ends now. */
const end = `update job_runs
  set ended_at = coalesce(started_at + $2 * interval '1 millisecond', clock_timestamp())
  where seq = $1`

export function jobRuns(database: Database, instance: string): JobRuns {
  const holder = `${hostname()}:${process.pid}:${instance}`
  /** A round whose end could not be written down, because the database was away. */
  let unended: { readonly seq: number; readonly durationMs: number } | undefined

  async function begin(lockHolder: SharedClient): Promise<number | undefined> {
    if (unended) await database.run(end, [unended.seq, unended.durationMs])
    unended = undefined
    try {
      const { rows } = await lockHolder.query(start(database.schema), [holder, silentMs])
      return rows.length === 0 ? undefined : Number(rows[0].seq)
    } catch (error) {
      throw toStoreError(error)
    }
  }

  const sign = (seq: number): Promise<unknown> =>
    database.run('update job_runs set seen_at = clock_timestamp() where seq = $1', [seq])

  return {
    async run(lockHolder, work) {
      const seq = await begin(lockHolder)
      if (seq === undefined) return undefined
      const startedAt = performance.now()
      // A sign that is lost is followed by another.
      const timer = setInterval(() => void sign(seq).catch(() => undefined), signEveryMs).unref()
      try {
        return await work()
      } finally {
        clearInterval(timer)
        unended = { seq, durationMs: performance.now() - startedAt }
        await database.run(end, [seq, null])
        unended = undefined
        await database.run('delete from job_runs where seq <= $1', [seq - keptRuns])
      }
    },
  }
}
