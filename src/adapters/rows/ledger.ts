import type { BeforeAfter, LedgerRow, LedgerTotal } from '../../ports/store/ledger.ts'
import type { Coding, Row } from './coding.ts'

/** Rows and totals of the table `ledger` as the port has them. */
export function ledgerRows<List>({ fromText }: Coding<List>) {
  return {
    toRow(row: Row): LedgerRow {
      const pairs = {
        lines: pair(row, 'lines'),
        chars: pair(row, 'chars'),
        tokens: pair(row, 'tokens'),
      }
      return {
        seq: Number(row.seq),
        at: Number(row.at),
        kind: fromText(row.kind),
        source: fromText(row.source),
        durationMs: Number(row.duration_ms),
        isFallback: Boolean(row.is_fallback),
        warnings: JSON.parse(String(row.warnings)),
        ...(row.ref === null ? {} : { ref: fromText(row.ref) }),
        ...(row.caller === null ? {} : { caller: fromText(row.caller) }),
        ...(row.goal === null ? {} : { goal: fromText(row.goal) }),
        ...(row.details === null ? {} : { details: JSON.parse(String(row.details)) }),
        ...Object.fromEntries(Object.entries(pairs).filter(([, value]) => value)),
      }
    },
    toTotal(row: Row): LedgerTotal {
      const zero = { before: 0, after: 0 }
      return {
        group: fromText(row.group),
        entries: Number(row.entries),
        fallbacks: Number(row.fallbacks),
        lines: pair(row, 'lines') ?? zero,
        chars: pair(row, 'chars') ?? zero,
        tokens: pair(row, 'tokens') ?? zero,
        savedUsd: Number(row.saved_usd),
        spentUsd: Number(row.spent_usd),
        edits: { made: Number(row.edits_made), grounded: Number(row.edits_grounded) },
        names: { used: Number(row.names_used), inSight: Number(row.names_in_sight) },
        definitions: pair(row, 'definitions') ?? zero,
        timeMs: { whole: Number(row.time_whole), added: Number(row.time_added) },
        outdated: Number(row.outdated),
        cacheTokens: { read: Number(row.cache_read), write: Number(row.cache_write) },
      }
    },
  }
}

function pair(row: Row, name: string): BeforeAfter | undefined {
  const before = row[`${name}_before`]
  const after = row[`${name}_after`]
  return before === null || after === null
    ? undefined
    : { before: Number(before), after: Number(after) }
}
