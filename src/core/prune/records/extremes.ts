import { numberOf } from './cells.ts'
import { columnsNamed } from './columns-named.ts'
import type { TextRecord } from './text-record.ts'
import type { Table } from './whole/record-set.ts'

const highest =
  /\b(?:(?<!at )most|largest|biggest|bigger|larger|highest|slowest|longest|heaviest|busiest|fullest|greatest|top|maximum|max|plus (?:gros|grand|long|lent|haut|lourd)\w*|le plus)\b/i
const lowest =
  /\b(?:(?<!at )least|smallest|smaller|lowest|fewest|shortest|fastest|lightest|emptiest|minimum|min|plus (?:petit|court|rapide|bas)\w*|le moins)\b/i

/** Rows that answer "which is the largest": the further ones only confirm it. */
const shown = 3
/** A row with less than this share of the best does not come close. */
const closeBy = 0.5
/** Sums are no things. */
const sum = /^(?:total|sum|all|\.|\/)$/i

/**
 * The rows a goal with a superlative asks for, best first: the ends of the column it names, or of the
 * column of numbers in which one row is furthest ahead; none where it asks for no extreme.
 */
export function extremes(table: Table, goal: string): readonly TextRecord[] {
  const isLow = lowest.test(goal)
  return isLow || highest.test(goal) ? endsOf(table, goal, isLow) : []
}

/** Whether a goal asks for the most or the least of something. */
export function asksForExtreme(goal: string): boolean {
  return lowest.test(goal) || highest.test(goal)
}

function endsOf(table: Table, goal: string, isLow: boolean): readonly TextRecord[] {
  const isSum = (row: TextRecord): boolean => table.cellsOf(row).some((cell) => sum.test(cell))
  const things = table.rows.filter((row) => !isSum(row))
  // Where most rows say "all", it is the name of a value; rows cut short have no column to trust.
  const named = things.length * 2 > table.rows.length ? things : table.rows
  const rows = named.filter((row) => table.cellsOf(row).at(-1) !== '')
  const cells = rows.map(table.cellsOf)
  const column = columnFor(table.columns, cells, goal)
  if (column < 0) return []
  const sorted = rows
    .map((row, at) => ({ row, number: numberOf(cells[at]?.[column] ?? '') }))
    .filter(({ number }) => !Number.isNaN(number))
    .sort((a, b) => (isLow ? a.number - b.number : b.number - a.number))
  const first = sorted[0]?.number ?? 0
  return sorted
    .slice(0, shown)
    .filter(({ number }) => (isLow ? number * closeBy <= first : number >= closeBy * first))
    .map(({ row }) => row)
}

function columnFor(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  goal: string,
): number {
  const numeric = columns
    .map((_, at) => at)
    .filter(
      (at) =>
        rows.filter((row) => !Number.isNaN(numberOf(row[at] ?? ''))).length > rows.length * 0.8,
    )
  const named = columnsNamed(columns, goal)
  const wanted = numeric.find((at) => named.includes(at))
  if (wanted !== undefined) return wanted
  return numeric.reduce(
    (best, at) => (leadIn(rows, at) > (best < 0 ? 0 : leadIn(rows, best)) ? at : best),
    -1,
  )
}

/** How far the largest value of a column is ahead of the next. */
function leadIn(rows: readonly (readonly string[])[], column: number): number {
  let first = 0
  let second = 0
  for (const row of rows) {
    const number = numberOf(row[column] ?? '')
    if (number > first) {
      second = first
      first = number
    } else if (number > second) second = number
  }
  return first <= 0 ? 0 : first / Math.max(second, first / 1000)
}
