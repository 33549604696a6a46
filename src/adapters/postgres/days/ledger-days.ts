import type { Database } from '../database.ts'
import { type DayPart, type DayTable, dropPart, makeDays, partsOf } from './days.ts'

const latestMs = 2 ** 48 - 1

/** A key begins with the time of its row, so that days of keys are days. */
const ledgerDays: DayTable = {
  name: 'ledger',
  beginningOf: (day) => uuidAt(Date.parse(day), '0'.repeat(20)),
}

/** A UUID that begins with a time and ends with these twenty digits. */
export function uuidAt(at: number, rest: string): string {
  const ms = Math.min(latestMs, Math.max(0, Math.round(at)))
  const digits = ms.toString(16).padStart(12, '0') + rest
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Days that are over by then go whole, and days to come are made. Rows that lie in no day go one by one,
 * at most so many; those of a day that is over in part wait for its end. Answers how many are gone.
 */
export async function sweepLedger(
  database: Database,
  before: number,
  limit: number,
): Promise<number> {
  let removed = 0
  const bound = uuidAt(before, '0'.repeat(20))
  for (const part of await partsOf(database, ledgerDays)) {
    const isOver = part.isDay && part.to !== undefined && part.to <= bound
    if (part.isDay && !isOver) continue
    const dropped = isOver ? await dropDay(database, part) : undefined
    if (dropped !== undefined) removed += dropped
    else if (removed < limit) removed += await deleteRows(database, part, before, limit - removed)
  }
  await makeDays(database, ledgerDays)
  return removed
}

/** How many rows it had; `undefined` when it could not be dropped now. */
async function dropDay(database: Database, part: DayPart): Promise<number | undefined> {
  let rows = 0
  const isDropped = await dropPart(database, ledgerDays, part, async (session) => {
    const [counted] = await session.run(`select count(*)::integer as rows from ${part.name}`)
    rows = Number(counted?.rows)
  })
  return isDropped ? rows : undefined
}

async function deleteRows(
  database: Database,
  { name }: DayPart,
  before: number,
  limit: number,
): Promise<number> {
  const rows = await database.run(
    `delete from ${name} where seq in (
       select seq from ${name} where at < $1 order by at limit $2) returning 1 as gone`,
    [before, limit],
  )
  return rows.length
}
