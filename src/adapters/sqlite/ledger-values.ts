import type { SQLInputValue } from 'node:sqlite'
import type { LedgerEntry } from '../../ports/store/ledger.ts'

/** Rows of the ledger as they are bound to a statement, one after the other, `valuesPerRow` each. */
export type LedgerValues = readonly SQLInputValue[]

/** Rows on their way to another thread: two texts cross it far faster than objects do. */
export interface LedgerTexts {
  /** All values but the details, as one JSON list. */
  readonly values: string
  /** The details as they are stored, a line each: JSON has no line breaks of its own. */
  readonly details: string
}

export const valuesPerRow = 16

/** The values of one row; its details come last. */
export function ledgerValues(entry: LedgerEntry): LedgerValues {
  return [...plainValues(entry), entry.details ? JSON.stringify(entry.details) : null]
}

export function toLedgerTexts(entries: readonly LedgerEntry[]): LedgerTexts {
  const values: SQLInputValue[] = []
  const details: string[] = []
  for (const entry of entries) {
    values.push(...plainValues(entry))
    details.push(entry.details ? JSON.stringify(entry.details) : '')
  }
  return { values: JSON.stringify(values), details: details.join('\n') }
}

export function fromLedgerTexts({ values, details }: LedgerTexts): LedgerValues {
  const plain = JSON.parse(values) as SQLInputValue[]
  const lines = details.split('\n')
  const perRow = valuesPerRow - 1
  const all: SQLInputValue[] = []
  for (let at = 0; at < plain.length; at += perRow) {
    const line = lines[at / perRow]
    for (let column = at; column < at + perRow; column++) all.push(plain[column] ?? null)
    all.push(line || null)
  }
  return all
}

function plainValues(entry: LedgerEntry): SQLInputValue[] {
  return [
    Math.round(entry.at),
    entry.kind,
    entry.ref ?? null,
    entry.source,
    entry.goal ?? null,
    entry.lines?.before ?? null,
    entry.lines?.after ?? null,
    entry.chars?.before ?? null,
    entry.chars?.after ?? null,
    entry.tokens?.before ?? null,
    entry.tokens?.after ?? null,
    entry.durationMs,
    entry.isFallback ? 1 : 0,
    entry.warnings.length === 0 ? '[]' : JSON.stringify(entry.warnings),
    entry.caller ?? null,
  ]
}
