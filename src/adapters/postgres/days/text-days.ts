import type { Database, Session } from '../database.ts'
import { type DayPart, type DayTable, dropPart, makeDays, partsOf, todayOf } from './days.ts'

const usage = {
  name: 'originals-usage',
  text: 'select sum(texts)::bigint as texts, sum(bytes)::bigint as bytes from texts_usage',
}
const textDays: DayTable = { name: 'texts', beginningOf: (day) => day }

/** How many texts there are, and their bytes; those that wait for the end of their day too. */
export async function textsUsage(
  session: Session,
): Promise<{ readonly texts: number; readonly bytes: number }> {
  const [totals] = await session.run(usage)
  return { texts: Number(totals?.texts), bytes: Number(totals?.bytes) }
}

/**
 * Drops the days that are over of whose bytes no more than a share is still named by an original; what is
 * named moves to today. Goes from the oldest on, for as long as `isWanted` says.
 */
export async function dropTextDays(
  database: Database,
  mostNamed: number,
  isWanted: () => Promise<boolean>,
): Promise<void> {
  const today = await todayOf(database)
  const over = (await partsOf(database, textDays))
    .filter(({ to }) => to !== undefined && to <= today)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
  for (const part of over) {
    if (!(await isWanted())) return
    if ((await namedShare(database, part)) <= mostNamed) await dropTexts(database, part)
  }
}

/** Makes the days to come. */
export function makeTextDays(database: Database): Promise<void> {
  return makeDays(database, textDays)
}

const isNamed = 'exists (select 1 from originals o where o.digest = part.digest)'

async function namedShare(session: Session, { name }: DayPart): Promise<number> {
  const [row] = await session.run(
    `select coalesce(sum(bytes), 0)::double precision as bytes,
       coalesce(sum(bytes) filter (where ${isNamed}), 0)::double precision as named
     from ${name} part`,
  )
  return Number(row?.named) / Math.max(1, Number(row?.bytes))
}

/** What is named is moved before others have to wait, and once more while they do: it may be named since. */
async function dropTexts(database: Database, part: DayPart): Promise<void> {
  await moveNamed(database, part)
  await dropPart(database, textDays, part, async (session) => {
    await moveNamed(session, part)
    await session.run(
      `update texts_usage set texts = texts_usage.texts - gone.texts,
         bytes = texts_usage.bytes - gone.bytes
       from (select count(*) as texts, coalesce(sum(bytes), 0) as bytes from ${part.name}) gone
       where shard = 0`,
    )
  })
}

async function moveNamed(session: Session, { name, to }: DayPart): Promise<void> {
  await session.run(
    `insert into texts (digest, encoding, body, bytes)
     select digest, encoding, body, bytes from ${name} part where ${isNamed}
       and not exists (select 1 from texts t where t.digest = part.digest and t.kept_on >= $1)
     on conflict do nothing`,
    [to],
  )
}
