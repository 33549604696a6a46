import type { TextRecord } from './text-record.ts'
import type { Table } from './whole/record-set.ts'

/** Rows further away are about something else, however they are named. */
const nearest = 4
/** A value that more rows have names no single thing. */
const mostRows = 8
/** More rows that stand out speak for themselves. */
const mostAnswers = 6

/**
 * The rows near those that stand out that are about the same thing: they share a name that few rows
 * have, such as the test whose failure the other row only counts.
 */
export function companions(
  table: Table,
  standing: (row: TextRecord) => number,
): readonly TextRecord[] {
  const answers = [...table.rows.keys()].filter((at) => standing(rowAt(table, at)) > 0)
  if (answers.length === 0 || answers.length > mostAnswers) return []
  const found = new Set<number>()
  for (const answer of answers)
    for (const name of namesOf(table, answer))
      for (const at of rowsNear(table, answer))
        if (table.cellsOf(rowAt(table, at)).includes(name)) found.add(at)
  return [...found].filter((at) => !answers.includes(at)).map((at) => rowAt(table, at))
}

function rowAt({ rows }: Table, at: number): TextRecord {
  const row = rows[at]
  if (row === undefined) throw new RangeError(`no row ${at}`)
  return row
}

function rowsNear({ rows }: Table, at: number): readonly number[] {
  return Array.from({ length: 2 * nearest + 1 }, (_, step) => at - nearest + step).filter(
    (row) => row >= 0 && row < rows.length && row !== at,
  )
}

/** The cells of a row that are words and that few rows have. */
function namesOf(table: Table, at: number): readonly string[] {
  return table
    .cellsOf(rowAt(table, at))
    .filter((cell) => /\p{L}{3}/u.test(cell) && cell.length <= 80 && !/\s/.test(cell))
    .filter((cell) => {
      const having = table.rows.filter((row) => table.cellsOf(row).includes(cell)).length
      return having > 1 && having <= mostRows
    })
}
