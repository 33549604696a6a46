import type {
  BeforeAfter,
  Ledger,
  LedgerFilter,
  LedgerGrouping,
  LedgerRow,
  LedgerTotal,
} from '../../ports/store/ledger.ts'

/** Keeps the ledger for the life of the process. */
export function inMemoryLedger(): Ledger {
  let rows: LedgerRow[] = []
  let seq = 0
  const select = (filter: LedgerFilter): LedgerRow[] => rows.filter((row) => matches(row, filter))
  return {
    async append(entries) {
      for (const entry of entries) rows.push({ ...entry, seq: ++seq })
    },
    async list(filter, limit) {
      return select(filter)
        .sort((a, b) => b.seq - a.seq)
        .slice(0, limit)
    },
    async sum(filter, by) {
      const groups = Map.groupBy(select(filter), (row) => groupOf(row, by))
      return [...groups]
        .map(([group, members]) => total(group, members))
        .sort((a, b) => saved(b) - saved(a) || (a.group < b.group ? -1 : 1))
    },
    async sweep(before, limit) {
      const old = new Set(rows.filter((row) => row.at < before).slice(0, limit))
      rows = rows.filter((row) => !old.has(row))
      return old.size
    },
  }
}

function matches(row: LedgerRow, filter: LedgerFilter): boolean {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = filter
  return (
    (filter.kind ?? row.kind) === row.kind &&
    (filter.source ?? row.source) === row.source &&
    (filter.caller === undefined || filter.caller === row.caller) &&
    (filter.ref === undefined || filter.ref === row.ref) &&
    (filter.warning === undefined || row.warnings.includes(filter.warning)) &&
    (filter.conversation === undefined || filter.conversation === row.details?.conversation) &&
    row.at >= since &&
    row.at < until &&
    row.seq < (filter.beforeSeq ?? Number.POSITIVE_INFINITY)
  )
}

function groupOf(row: LedgerRow, by: LedgerGrouping): string {
  if (by === 'all') return 'all'
  if (by === 'kind' || by === 'source') return row[by]
  if (by === 'caller') return row.caller ?? ''
  if (by === 'cache-miss') return String(row.details?.cache_miss_reason ?? '')
  return new Date(row.at).toISOString().slice(0, by === 'day' ? 10 : 13)
}

function total(group: string, rows: readonly LedgerRow[]): LedgerTotal {
  const sum = (pick: (row: LedgerRow) => BeforeAfter | undefined): BeforeAfter =>
    rows.reduce(
      (totals, row) => ({
        before: totals.before + (pick(row)?.before ?? 0),
        after: totals.after + (pick(row)?.after ?? 0),
      }),
      { before: 0, after: 0 },
    )
  return {
    group,
    entries: rows.length,
    fallbacks: rows.filter((row) => row.isFallback).length,
    lines: sum((row) => row.lines),
    chars: sum((row) => row.chars),
    tokens: sum((row) => row.tokens),
    savedUsd: sumOf(rows.filter(isBilled), 'saved_usd'),
    spentUsd: sumOf(rows, 'cost_usd'),
    edits: { made: sumOf(rows, 'edits'), grounded: sumOf(rows, 'grounded_edits') },
    names: { used: sumOf(rows, 'names_used'), inSight: sumOf(rows, 'names_in_sight') },
    definitions: {
      before: sumOf(rows, 'definition_tokens'),
      after: sumOf(rows, 'shown_tokens'),
    },
    timeMs: {
      whole: rows.reduce((all, { durationMs }) => all + durationMs, 0),
      added: sumOf(rows, 'added_ms'),
    },
    outdated: rows.filter((row) => row.details?.saved_usd !== undefined && !isBilled(row)).length,
    cacheTokens: {
      read: sumOf(rows, 'usage', 'cache_read_tokens'),
      write: sumOf(rows, 'usage', 'cache_write_tokens'),
    },
  }
}

/** Whether a row says what it would have cost; older ones do not. */
function isBilled({ details }: LedgerRow): boolean {
  return details?.raw_usd !== undefined
}

function sumOf(rows: readonly LedgerRow[], ...path: readonly string[]): number {
  return rows.reduce((sum, { details }) => {
    const value = path.reduce<unknown>(
      (at, name) => (at as Record<string, unknown> | undefined)?.[name],
      details,
    )
    return sum + (typeof value === 'number' ? value : 0)
  }, 0)
}

function saved({ tokens }: LedgerTotal): number {
  return tokens.before - tokens.after
}
