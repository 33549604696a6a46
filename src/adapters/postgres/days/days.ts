import type { Database, Session } from '../database.ts'
import { isAway } from '../waiting/queued-parts.ts'

/** A table that lies in days. */
export interface DayTable {
  readonly name: string
  /** Where a day begins, as the table is parted by it; later days have texts that sort later. */
  beginningOf(day: string): string
}

/** One part of a table: a day, what was there before it lay in days, or the rest. */
export interface DayPart {
  readonly name: string
  /** Empty for a part without a beginning. */
  readonly from: string
  /** `undefined` for what belongs to no other part. */
  readonly to: string | undefined
  readonly isDay: boolean
}

const daysAhead = 7
const dayMs = 86_400_000
/** Others wait while one waits for a table: better to try again in the next round. */
const lockMs = 500

/** A day by the server's clock, as `2026-11-18`. */
export async function todayOf(session: Session): Promise<string> {
  const [row] = await session.run("select (now() at time zone 'UTC')::date::text as today")
  return String(row?.today)
}

export async function partsOf(session: Session, { name }: DayTable): Promise<readonly DayPart[]> {
  const rows = await session.run(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = to_regclass($1) order by c.relname`,
    [name],
  )
  return rows.map((row) => {
    const [, from = '', to] =
      /FROM \((?:'(.*?)'|MINVALUE)\) TO \('(.*?)'\)/.exec(`${row.bounds}`) ?? []
    return { name: String(row.name), from, to, isDay: /_\d{8}$/.test(String(row.name)) }
  })
}

/** Makes the days to come; a day of which some rows lie in the rest is left out. */
export async function makeDays(database: Database, table: DayTable): Promise<void> {
  const parts = await partsOf(database, table)
  const today = Date.parse(await todayOf(database))
  const days = Array.from({ length: daysAhead + 1 }, (_, at) => toDay(today + at * dayMs))
  const missing = days.filter((day) => {
    const [from, to] = boundsOf(table, day)
    return !parts.some((part) => part.to !== undefined && part.from < to && from < part.to)
  })
  for (const day of missing) await ifFree(() => makeDay(database, table, day))
}

async function makeDay(database: Database, table: DayTable, day: string): Promise<void> {
  const [from, to] = boundsOf(table, day)
  const name = `${table.name}_${day.replaceAll('-', '')}`
  await database.transaction(async (session) => {
    await session.run(`set local lock_timeout = ${lockMs}`)
    await session.run("select pg_advisory_xact_lock(hashtextextended('tamis days ' || $1, 0))", [
      `${database.schema} ${name}`,
    ])
    await session.run(`savepoint making`)
    try {
      await session.run(
        `create table if not exists ${name} partition of ${table.name}
         for values from ('${from}') to ('${to}')`,
      )
    } catch (error) {
      // Rows of that day are in the rest already, and stay there.
      if (!(error instanceof Error && 'code' in error && error.code === '23514')) throw error
      await session.run('rollback to savepoint making')
    }
  })
}

/**
 * Drops a part once `before` is done with it, which has it to itself. False when others hold the table for
 * long, or when another did it.
 */
export async function dropPart(
  database: Database,
  table: DayTable,
  { name }: DayPart,
  before: (session: Session) => Promise<void>,
): Promise<boolean> {
  let isDropped = false
  await ifFree(async () => {
    isDropped = await database.transaction(async (session) => {
      await session.run(`set local lock_timeout = ${lockMs}`)
      // First the whole, then the part, as all others do: nobody waits for each other in a circle.
      await session.run(`lock table only ${table.name} in access exclusive mode`)
      const [found] = await session.run('select to_regclass($1) is not null as is_there', [name])
      if (found?.is_there !== true) return false
      await session.run(`lock table ${name} in access exclusive mode`)
      await before(session)
      await session.run(`drop table ${name}`)
      return true
    })
  })
  return isDropped
}

/** What is held by others is tried again in the next round. */
async function ifFree(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isAway(error)) throw error
  }
}

function boundsOf({ beginningOf }: DayTable, day: string): readonly [string, string] {
  return [beginningOf(day), beginningOf(toDay(Date.parse(day) + dayMs))]
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
