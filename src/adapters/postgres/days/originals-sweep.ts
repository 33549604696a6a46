import type { Originals, SweepLimits, SweepReport } from '../../../ports/store/originals.ts'
import type { Database, Session } from '../database.ts'
import { dropTextDays, makeTextDays, textsUsage } from './text-days.ts'

/** A day of which no more than this is still named is worth moving that to drop the rest. */
const seldomNamed = 0.1
/** The same where room is needed. */
const halfNamed = 0.5
/** To see what is still named reads whole days. */
const lookEveryMs = 10 * 60_000
const hasNotEnded =
  "kept_on >= (now() at time zone 'UTC')::date or texts.tableoid = 'texts_rest'::regclass"

/**
 * Expired ids first, then the oldest while the texts are over the cap. Texts that nobody names go with their
 * day; those of today, and all while over the cap, at once.
 */
export function originalsSweeper(database: Database): Originals['sweep'] {
  let nextLookAt = 0
  return async (limits) => {
    const isOver = async (): Promise<boolean> => (await excessBytes(database, limits)) > 0
    const isTight = await isOver()
    const expired = await database.transaction((session) =>
      removeOriginals(
        session,
        'select id from originals where expires_at <= $1 order by expires_at, id limit $2',
        [limits.now, limits.limit],
        isTight ? 'true' : hasNotEnded,
      ),
    )
    if (performance.now() >= nextLookAt) {
      nextLookAt = performance.now() + lookEveryMs
      await makeTextDays(database)
      await dropTextDays(database, seldomNamed, async () => true)
      if (isTight) await dropTextDays(database, limits.maxBytes === 0 ? 0 : halfNamed, isOver)
    }
    return database.transaction((session) => removeExcess(session, limits, expired))
  }
}

/** The oldest ids, with their texts, while the texts are over the cap. */
async function removeExcess(
  session: Session,
  limits: SweepLimits,
  expired: number,
): Promise<SweepReport> {
  let removed = expired
  while (removed < limits.limit) {
    const excess = await excessBytes(session, limits)
    if (excess <= 0) break
    const step = await removeOldest(session, excess, limits.limit - removed)
    if (step === 0) break
    removed += step
  }
  return { removed, isUnfinished: await isMoreToDo(session, limits) }
}

/** As few of the oldest as could free so many bytes: a text that others name frees none. */
function removeOldest(session: Session, bytes: number, limit: number): Promise<number> {
  return removeOriginals(
    session,
    `select id from (
       select id, sum(bytes) over (order by expires_at, id) - bytes as freed_before
       from (select id, expires_at, digest from originals order by expires_at, id limit $2) oldest
       join texts using (digest)
     ) running where freed_before < $1`,
    [bytes, limit],
    'true',
  )
}

/** Answers how many ids went; of the texts that nobody names any more, those of `where` go along. */
async function removeOriginals(
  session: Session,
  ids: string,
  values: readonly unknown[],
  where: string,
): Promise<number> {
  const rows = await session.run(
    `delete from originals where id in (${ids}) returning digest`,
    values,
  )
  const digests = [...new Set(rows.map(({ digest }) => digest))]
  await session.run(
    `delete from texts where digest = any($1) and (${where})
       and not exists (select 1 from originals o where o.digest = texts.digest)`,
    [digests],
  )
  return rows.length
}

async function excessBytes(session: Session, { maxBytes }: SweepLimits): Promise<number> {
  return (await textsUsage(session)).bytes - maxBytes
}

async function isMoreToDo(session: Session, limits: SweepLimits): Promise<boolean> {
  const [next] = await session.run('select expires_at from originals order by expires_at limit 1')
  if (next === undefined) return false
  return Number(next.expires_at) <= limits.now || (await excessBytes(session, limits)) > 0
}
