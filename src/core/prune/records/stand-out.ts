import { healthOf, isUnmet, numberOf, statusOf } from './cells.ts'
import type { Table } from './whole/record-set.ts'

/** What each sign is worth. */
const worth = { ill: 2, unmet: 1.5, rare: 1, far: 1 }

/**
 * How much each row of a table stands out among the others: an ill status, a rare value, an outlier;
 * by all columns, or by those that are given.
 */
export function standOut(table: Table, columns: readonly number[] = []): Float64Array {
  const rows = table.rows.map(table.cellsOf)
  const scores = new Float64Array(rows.length)
  const isWell = rows.map((cells) => cells.some((cell) => /^(?:completed|succeeded)$/i.test(cell)))
  for (let column = 0; column < table.columns.length; column++) {
    if (columns.length > 0 && !columns.includes(column)) continue
    const cells = rows.map((row) => row[column] ?? '')
    const found = signsIn(cells, table.columns[column] ?? '')
    found.forEach((sign, at) => {
      if (isWell[at] !== true) scores[at] = (scores[at] ?? 0) + sign
    })
  }
  return scores
}

function signsIn(cells: readonly string[], name: string): readonly number[] {
  const numbers = cells.map(numberOf)
  const numeric = numbers.filter((number) => !Number.isNaN(number)).length
  if (cells.every((cell) => cell === '' || /^\d+\/\d+$/.test(cell)))
    return cells.map((cell) => (isUnmet(cell) ? worth.unmet : 0))
  if (numeric <= cells.length * mostOf) return rareOrIll(cells)
  if (
    cells.filter((cell) => cell.endsWith('%')).length > cells.length * mostOf &&
    /us|full|mem|cpu/i.test(name)
  )
    return numbers.map((number) => (number >= nearlyFull ? worth.ill : 0))
  return /\b(?:status|code)\b/i.test(name)
    ? numbers.map((number) => (number >= 400 && number < 600 ? worth.ill : 0))
    : outliers(numbers)
}

/** Per cent of a disk, of memory or of a processor. */
const nearlyFull = 90
const mostOf = 0.8
/** A column with more values than this does not tell of a state. */
const mostStates = 24
const fewestRows = 4

/** An ill value counts where it is not the rule; a rare one where another is. */
function rareOrIll(cells: readonly string[]): readonly number[] {
  const counts = new Map<string, number>()
  for (const cell of cells) {
    const status = statusOf(cell)
    counts.set(status, (counts.get(status) ?? 0) + 1)
    if (counts.size > mostStates) return cells.map(illAlone)
  }
  if (cells.length < fewestRows || counts.size > cells.length / 2) return cells.map(illAlone)
  const common = Math.max(...counts.values())
  return cells.map((cell) => {
    const health = healthOf(cell)
    const isRare = (counts.get(statusOf(cell)) ?? 0) <= common * 0.2 && common > cells.length / 2
    if (health === 'ill') return worth.ill
    return isRare && health !== 'well' && cell !== '' ? worth.rare : 0
  })
}

function illAlone(cell: string): number {
  return healthOf(cell) === 'ill' ? worth.ill : 0
}

const farAway = 8

/** Far from what the column usually holds; columns of ids spread too far to have any. */
function outliers(numbers: readonly number[]): readonly number[] {
  const middle = medianOf(numbers)
  const spread = 1.48 * medianOf(numbers.map((number) => Math.abs(number - middle)))
  const scale = Math.max(spread, 0.25 * Math.abs(middle), 0.5)
  // Less than half where the others hardly differ.
  const little = Math.min(middle / 2, middle - farAway * Math.max(spread, middle / 20))
  const far = numbers.map((number) =>
    number - middle > farAway * scale || (number >= 0 && number < little) ? worth.far : 0,
  )
  // Where one in ten is far away, that is how the column is.
  const most = Math.max(1, numbers.length / 10)
  return far.filter((sign) => sign > 0).length > most ? numbers.map(() => 0) : far
}

function medianOf(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers.filter((number) => !Number.isNaN(number))).sort()
  return sorted[sorted.length >> 1] ?? 0
}
