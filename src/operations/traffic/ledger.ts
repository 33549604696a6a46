import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import type { LedgerTotal } from '../../engine.ts'
import { counted } from '../../phrase.ts'
import { instant } from '../check-input.ts'
import { operation } from '../operation.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { grouped, ledgerLine, money } from './ledger-line.ts'

const filter = {
  kind: z.string().optional().describe('Only this kind: prune, recover, mask, proxy, discover, …'),
  source: z.string().optional().describe('Only what came from here: rpc, mcp, http, cli, …'),
  caller: z.string().optional().describe('Only what came with the token of this name'),
  ref: z.string().optional().describe('Only the entries of this recovery id'),
  warning: z.string().optional().describe('Only entries that carry this warning'),
  since: instant.optional().describe('Only from this date on (ISO 8601)'),
  until: instant.optional().describe('Only before this date (ISO 8601)'),
}

const list = operation({
  name: 'ledger.list',
  summary: 'List what was left out of the context, newest first',
  effect: 'read',
  tool: { name: 'ledger_list', profiles: [] },
  command: {
    name: 'ledger list',
    examples: ['tamis ledger list --limit 20', 'tamis ledger list --kind prune --warning timeout'],
  },
  input: z.strictObject({
    ...filter,
    before_seq: z.int().min(1).optional().describe('Next page: only entries before this number'),
    limit: z.int().min(1).max(1000).default(50).describe('How many entries at most'),
  }),
  run: async (engine, { limit, before_seq, ...rest }) => ({
    entries: await engine.ledger.list(
      { ...withoutUndefined(rest), ...(before_seq ? { beforeSeq: before_seq } : {}) },
      limit,
    ),
  }),
  toText: ({ entries }, say) =>
    entries.map((entry) => ledgerLine(entry, say)).join('\n') || nothingYet(say),
})

const sum = operation({
  name: 'ledger.sum',
  summary: 'Add up what was saved',
  effect: 'read',
  tool: { name: 'ledger_sum', profiles: [] },
  command: {
    name: 'ledger',
    examples: [
      'tamis ledger',
      'tamis ledger --by day --since 2026-01-01',
      'tamis ledger --kind proxy --by cache-miss',
    ],
  },
  input: z.strictObject({
    ...filter,
    by: z
      .enum(['all', 'kind', 'source', 'caller', 'day', 'hour', 'cache-miss'])
      .default('kind')
      .describe('One total for each of these'),
  }),
  run: async (engine, { by, ...rest }) => ({
    totals: await engine.ledger.sum(withoutUndefined(rest), by),
  }),
  toText: ({ totals }, say) => (totals.length === 0 ? nothingYet(say) : toTable(totals, say)),
})

export const ledgerOperations = [list, sum]

function nothingYet(say: Say): string {
  return say('Nothing yet: `tamis prune --goal "…" FILE` makes the first entry.')
}

function toTable(totals: readonly LedgerTotal[], say: Say): string {
  const hasEdits = totals.some(({ edits }) => edits.made > 0)
  const hasNames = totals.some(({ names }) => names.used > 0)
  const hasSearches = totals.some(({ definitions }) => definitions.before > 0)
  const header = [
    '',
    say('entries'),
    say('tokens before'),
    say('after'),
    say('saved'),
    '',
    say('money'),
    say('spent'),
    ...(hasEdits ? [say('grounded edits')] : []),
    ...(hasNames ? [say('names in sight')] : []),
    ...(hasSearches ? [say('tool definitions not shown')] : []),
  ]
  const all = totals.length > 1 ? [...totals, totalOf(totals, say)] : totals
  const rows = all.map((total) => [
    ...sumsOf(total),
    ...(hasEdits ? [ratio(total.edits.grounded, total.edits.made)] : []),
    ...(hasNames ? [ratio(total.names.inSight, total.names.used)] : []),
    ...(hasSearches ? [notShown(total)] : []),
  ])
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const outdated = totals.reduce((sum, total) => sum + total.outdated, 0)
  const note = say(
    counted(
      outdated,
      '{} row was priced by an older rule and is in no sum of money.',
      '{} rows were priced by an older rule and are in no sum of money.',
    ),
  )
  const table = [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0, column))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
  return outdated === 0 ? table : `${table}\n\n${note}`
}

type Summed = Pick<
  LedgerTotal,
  'group' | 'entries' | 'tokens' | 'savedUsd' | 'spentUsd' | 'edits' | 'names' | 'definitions'
>

/** The columns that every table has. */
function sumsOf({ group, entries, tokens, savedUsd, spentUsd }: Summed): readonly string[] {
  const saved = tokens.before - tokens.after
  return [
    group,
    grouped(entries),
    grouped(tokens.before),
    grouped(tokens.after),
    grouped(saved),
    tokens.before > 0 ? `${Math.round((100 * saved) / tokens.before)} %` : '',
    savedUsd === 0 ? '' : money(savedUsd),
    spentUsd === 0 ? '' : money(spentUsd),
  ]
}

function ratio(part: number, whole: number): string {
  return whole > 0 ? `${part} / ${whole}` : ''
}

function notShown({ definitions: { before, after } }: Summed): string {
  return before > 0 ? grouped(before - after) : ''
}

/** One line under several. */
function totalOf(totals: readonly LedgerTotal[], say: Say): Summed {
  const sum = (of: (total: LedgerTotal) => number): number =>
    totals.reduce((before, total) => before + of(total), 0)
  return {
    group: say('total'),
    entries: sum(({ entries }) => entries),
    tokens: {
      before: sum(({ tokens }) => tokens.before),
      after: sum(({ tokens }) => tokens.after),
    },
    savedUsd: sum(({ savedUsd }) => savedUsd),
    spentUsd: sum(({ spentUsd }) => spentUsd),
    edits: { made: sum(({ edits }) => edits.made), grounded: sum(({ edits }) => edits.grounded) },
    names: { used: sum(({ names }) => names.used), inSight: sum(({ names }) => names.inSight) },
    definitions: {
      before: sum(({ definitions }) => definitions.before),
      after: sum(({ definitions }) => definitions.after),
    },
  }
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}
