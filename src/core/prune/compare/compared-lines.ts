import { stem } from '../../text/stem.ts'
import { partsOf } from '../../text/terms.ts'
import type { Goal } from '../goal/goal.ts'
import { columnsNamed } from '../records/columns-named.ts'
import type { TextRecord } from '../records/text-record.ts'
import type { Table } from '../records/whole/record-set.ts'
import { type Comparison, isAskedFor, readComparison } from './comparison.ts'
import { bytesOf, quantitiesIn, secondsOf } from './quantities.ts'

/** A text as far as it is compared. */
interface Compared {
  readonly count: number
  readonly lineAt: (line: number) => string
  readonly tables: readonly Table[]
  readonly goal: Goal
}

/**
 * Flags the lines whose quantity lies on the side that a goal asks for: in the column that it names, or
 * of the kind that it names. `undefined` where it compares nothing, and where most lines or none are meant.
 */
export function comparedLines(text: Compared): Uint8Array | undefined {
  const comparison = readComparison(text.goal.text)
  if (comparison === undefined) return undefined
  const flags = new Uint8Array(text.count)
  let [measured, found] = [0, 0]
  const note = (line: number, values: readonly number[]): void => {
    if (values.length === 0) return
    measured += 1
    if (!values.some((value) => isAskedFor(comparison, value))) return
    found += 1
    flags[line] = 1
  }
  if (text.tables.length > 0) for (const table of text.tables) noteRows(table, comparison, note)
  else
    for (let line = 0; line < text.count; line++)
      note(line, valuesOn(text.lineAt(line), comparison, text.goal))
  return found > 0 && found * 2 <= measured ? flags : undefined
}

type Note = (line: number, values: readonly number[]) => void

function noteRows(table: Table, comparison: Comparison, note: Note): void {
  const named = columnsNamed(table.columns, comparison.subject)
  const all = table.columns.map((_, at) => at)
  const valuesIn = (row: TextRecord, columns: readonly number[]): readonly number[] => {
    const cells = table.cellsOf(row)
    return columns.flatMap((at) => valuesOf(cells[at] ?? '', table.columns[at] ?? '', comparison))
  }
  const isNamed = named.length > 0 && table.rows.some((row) => valuesIn(row, named).length > 0)
  // Any number may count something: without a name it says nothing.
  if (!isNamed && comparison.kind === 'count') return
  for (const row of table.rows) note(row.first, valuesIn(row, isNamed ? named : all))
}

/** The values of a cell; a number without a unit has that of its column's name. */
function valuesOf(cell: string, column: string, { kind }: Comparison): readonly number[] {
  if (kind === 'count') return quantitiesIn(cell, 'count').slice(0, 1)
  const values = quantitiesIn(cell, kind)
  const unit = values.length > 0 ? 0 : unitIn(column, kind)
  if (unit === 0) return values
  const [number] = /^\d[\d,]*(?:\.\d+)?$/.test(cell) ? quantitiesIn(cell, 'count') : []
  return number === undefined ? [] : [number * unit]
}

const sizeName = /^(?:size|bytes|length)/i
const sizeUnit = /(?:^|[_\s([])([kmgt])i?b\)?$/i
const timeUnit = /(?:^|[_\s([])(ns|us|µs|ms|s|secs?|seconds|min|minutes|hours|days)[)\]]?$/i

/** What a number in a column of this name is worth in the unit of a kind; 0 where the name says no unit. */
function unitIn(column: string, kind: Comparison['kind']): number {
  if (kind === 'share') return column.includes('%') || /percent|pct/i.test(column) ? 1 : 0
  if (kind === 'duration') {
    const unit = timeUnit.exec(column)?.[1]
    return unit === undefined ? 0 : secondsOf(unit.toLowerCase())
  }
  if (kind !== 'size') return 0
  const unit = sizeUnit.exec(column)?.[1]
  if (unit !== undefined) return bytesOf(unit)
  return partsOf(column).some((part) => sizeName.test(part)) ? 1 : 0
}

const beside =
  /(\p{L}[\p{L}_-]*)["']?\s*[:=]?\s*(\d[\d,.]*)(?![\w%.])|(?<![\w.-])(\d[\d,.]*)\s+(\p{L}[\p{L}_-]*)/gu

/** Quantities of the kind on a line; counts where a word of the goal stands beside them. */
function valuesOn(line: string, { kind, subject }: Comparison, goal: Goal): readonly number[] {
  if (kind !== 'count') return quantitiesIn(line, kind)
  const words = new Set(partsOf(subject).map((word) => stem(word, goal.language)))
  const values: number[] = []
  for (const [, before, after, first, name] of line.matchAll(beside)) {
    const parts = partsOf(before ?? name ?? '').map((part) => stem(part, goal.language))
    if (parts.some((part) => goal.weights.has(part) && words.has(part)))
      values.push(...quantitiesIn(after ?? first ?? '', 'count'))
  }
  return values
}
