import { randomBytes } from 'node:crypto'
import type { Ledger, LedgerEntry, LedgerFilter, LedgerGrouping } from '../../ports/store/ledger.ts'
import { ledgerRows } from '../rows/ledger.ts'
import type { Database } from './database.ts'
import { sweepLedger, uuidAt } from './days/ledger-days.ts'
import { postgresCoding, toColumn } from './text.ts'

const { toRow, toTotal } = ledgerRows(postgresCoding)

const groupBy: Record<LedgerGrouping, string> = {
  all: "'all'",
  kind: 'kind',
  source: 'source',
  caller: "coalesce(caller, '')",
  day: "to_char(to_timestamp(at / 1000) at time zone 'UTC', 'YYYY-MM-DD')",
  hour: `to_char(to_timestamp(at / 1000) at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`,
  // Not by a cast: a NUL in some other field would make it fail.
  'cache-miss': `coalesce(substring(details from '"cache_miss_reason":"([^"]{1,80})"'), '')`,
}

const columns: readonly (readonly [name: string, type: string])[] = [
  ['key', 'uuid'],
  ['at', 'bigint'],
  ['kind', 'text'],
  ['ref', 'text'],
  ['source', 'text'],
  ['goal', 'text'],
  ['lines_before', 'bigint'],
  ['lines_after', 'bigint'],
  ['chars_before', 'bigint'],
  ['chars_after', 'bigint'],
  ['tokens_before', 'bigint'],
  ['tokens_after', 'bigint'],
  ['duration_ms', 'double precision'],
  ['is_fallback', 'boolean'],
  ['warnings', 'text'],
  ['details', 'text'],
  ['saved_usd', 'double precision'],
  ['cache_read', 'double precision'],
  ['cache_write', 'double precision'],
  ['caller', 'text'],
]

/** As with the reason of a miss, not by a cast of the whole. */
const sumOf = (name: string): string =>
  `coalesce(sum((substring(details from '"${name}":([0-9.eE+-]{1,30})'))::double precision), 0)`

/** All rows in one statement; a row that came before, because its answer was lost, is not added twice. */
const insert = {
  name: 'ledger-append',
  text: `insert into ledger (${columns.map(([name]) => name).join(', ')})
    select * from unnest(${columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')})
    on conflict (key) do nothing`,
}

/** A row as it is written, with the key that tells it apart. */
export type LedgerValues = readonly unknown[]

export interface OpenLedger extends Ledger {
  toValues(entry: LedgerEntry): LedgerValues
  /** Harmless to repeat. */
  appendValues(rows: readonly LedgerValues[]): Promise<void>
}

/** The ledger in the table of the same name. */
export function postgresLedger(database: Database): OpenLedger {
  async function appendValues(rows: readonly LedgerValues[]): Promise<void> {
    if (rows.length === 0) return
    await database.run(
      insert,
      columns.map((_, at) => rows.map((row) => row[at] ?? null)),
    )
  }
  return {
    toValues,
    appendValues,
    append: (entries) => appendValues(entries.map(toValues)),
    async list(filter, limit) {
      const { where, values } = conditions(filter)
      const rows = await database.run(
        `select * from ledger where ${where} order by seq desc limit $${values.length + 1}`,
        [...values, limit],
      )
      return rows.map(toRow)
    },
    async sum(filter, by) {
      const { where, values } = conditions(filter)
      const rows = await database.run(
        `select * from (
           select ${groupBy[by]} collate "C" as "group", count(*) as entries,
             count(*) filter (where is_fallback) as fallbacks,
             count(*) filter (where saved_usd is null and details like '%"saved_usd":%') as outdated,
             ${sumOf('cost_usd')} as spent_usd, ${sumOf('edits')} as edits_made,
             ${sumOf('grounded_edits')} as edits_grounded,
             ${sumOf('names_used')} as names_used, ${sumOf('names_in_sight')} as names_in_sight,
             ${sumOf('definition_tokens')} as definitions_before,
             ${sumOf('shown_tokens')} as definitions_after,
             coalesce(sum(duration_ms), 0) as time_whole, ${sumOf('added_ms')} as time_added,
             ${columns
               .filter(([name]) => /_(before|after|usd|read|write)$/.test(name))
               .map(([name]) => `coalesce(sum(${name}), 0) as ${name}`)
               .join(', ')}
           from ledger where ${where} group by 1) totals
         order by tokens_before - tokens_after desc, "group"`,
        values,
      )
      return rows.map(toTotal)
    },
    sweep: (before, limit) => sweepLedger(database, before, limit),
  }
}

function conditions(filter: LedgerFilter): { where: string; values: readonly unknown[] } {
  const { kind, source, caller, ref, warning, conversation } = filter
  const tests: readonly (readonly [(mark: string) => string, unknown])[] = [
    [(mark) => `kind = ${mark}`, kind && toColumn(kind)],
    [(mark) => `source = ${mark}`, source && toColumn(source)],
    [(mark) => `caller = ${mark}`, caller && toColumn(caller)],
    [(mark) => `ref = ${mark}`, ref && toColumn(ref)],
    [(mark) => `at >= ${mark}`, filter.since],
    [(mark) => `at < ${mark}`, filter.until],
    [(mark) => `seq < ${mark}`, filter.beforeSeq],
    [
      (mark) => `position(${mark}::text in details) > 0`,
      conversation && `"conversation":${JSON.stringify(conversation)}`,
    ],
    // In JSON a quote inside a string is escaped, so a word in quotes is a whole element.
    [(mark) => `position(${mark}::text in warnings) > 0`, warning && JSON.stringify(warning)],
  ]
  const used = tests.filter(([, value]) => value !== undefined)
  return {
    where: ['true', ...used.map(([test], at) => test(`$${at + 1}`))].join(' and '),
    values: used.map(([, value]) => value),
  }
}

function toValues(entry: LedgerEntry): LedgerValues {
  const { details } = entry
  return [
    timedUuid(entry.at),
    Math.round(entry.at),
    toColumn(entry.kind),
    entry.ref === undefined ? null : toColumn(entry.ref),
    toColumn(entry.source),
    entry.goal === undefined ? null : toColumn(entry.goal),
    ...[entry.lines, entry.chars, entry.tokens].flatMap((pair) => [
      pair ? Math.round(pair.before) : null,
      pair ? Math.round(pair.after) : null,
    ]),
    entry.durationMs,
    entry.isFallback,
    JSON.stringify(entry.warnings),
    details ? JSON.stringify(details) : null,
    numberAt(details, 'raw_usd') === null ? null : numberAt(details, 'saved_usd'),
    numberAt(details?.usage, 'cache_read_tokens'),
    numberAt(details?.usage, 'cache_write_tokens'),
    entry.caller === undefined ? null : toColumn(entry.caller),
  ]
}

function numberAt(value: unknown, name: string): number | null {
  if (typeof value !== 'object' || value === null) return null
  const found = (value as Readonly<Record<string, unknown>>)[name]
  return typeof found === 'number' ? found : null
}

/** A UUID of version 7: new keys lie side by side in their index. */
function timedUuid(at: number): string {
  const random = randomBytes(10).toString('hex')
  return uuidAt(at, `7${random.slice(0, 3)}8${random.slice(3, 18)}`)
}
