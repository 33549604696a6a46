import { numberOf } from './cells.ts'
import type { TextRecord } from './text-record.ts'
import type { Table } from './whole/record-set.ts'

const highest =
  /\b(?:most|largest|biggest|highest|slowest|longest|heaviest|greatest|top|maximum|plus (?:gros|grand|long|lent|haut|lourd)|le plus)/i
const lowest =
  /\b(?:least|smallest|lowest|fewest|shortest|fastest|lightest|minimum|plus (?:petit|court|rapide|bas)|le moins)/i

/** Rows that answer "which is the largest": the further ones only confirm it. */
const shown = 3

/**
 * The records a goal with a superlative asks for, best first: the ends of the column it names, or of
 * the only column of numbers; none where it asks for no extreme.
 */
export function extremes(
  records: readonly TextRecord[],
  table: Table,
  goal: string,
): readonly number[] {
  const isLow = lowest.test(goal)
  if (!isLow && !highest.test(goal)) return []
  const rows = records.map(table.cellsOf)
  const column = columnFor(table.columns, rows, goal)
  if (column < 0) return []
  return rows
    .map((row, at) => ({ at, number: numberOf(row[column] ?? '') }))
    .filter(({ number }) => !Number.isNaN(number))
    .sort((a, b) => (isLow ? a.number - b.number : b.number - a.number) || a.at - b.at)
    .slice(0, shown)
    .map(({ at }) => at)
}

function columnFor(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  goal: string,
): number {
  const words = goal.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  const numeric = columns
    .map((_, at) => at)
    .filter(
      (at) =>
        rows.filter((row) => !Number.isNaN(numberOf(row[at] ?? ''))).length > rows.length * 0.8,
    )
  const named = numeric.find((at) => {
    const name = (columns[at] ?? '').toLowerCase().replace(/[^\p{L}]/gu, '')
    return name.length >= 3 && words.some((word) => word.startsWith(name) || name.startsWith(word))
  })
  return named ?? (numeric.length === 1 ? (numeric[0] ?? -1) : -1)
}
