import { type Lines, lineAt } from '../../../text/lines.ts'
import { numberOf } from '../cells.ts'

/** A table in a run of lines. */
export interface TableBlock {
  /** The line of column names, and the last line that belongs to it (a rule); -1 where there is none. */
  readonly header: number
  readonly headerLast: number
  readonly first: number
  readonly last: number
  readonly columns: readonly string[]
  readonly cut: (line: string) => readonly string[]
}

/** A title or two may stand above the names of the columns. */
const mostAbove = 12
const sampled = 60
const fewestRows = 2
const fewestNameless = 4
const mostRows = 0.85

/** The table that a run of filled lines is, perhaps with a few lines above it. */
export function tableIn(lines: Lines, first: number, last: number): TableBlock | undefined {
  for (let line = first; line <= Math.min(last - fewestRows, first + mostAbove); line++) {
    const found = underHeader(lines, line, last)
    if (found !== undefined) return found
  }
  return withoutHeader(lines, first, last)
}

const ruleOfDashes = /^[\s#|+]*[-=─.]{2}[-=─.+|\s]*$/

function underHeader(lines: Lines, header: number, last: number): TableBlock | undefined {
  const names = lineAt(lines, header).slice(0, longestRow)
  const below = lineAt(lines, header + 1)
  if (below.length < longestRow && ruleOfDashes.test(below)) {
    const first = header + 2 + Number(/^#\s*$/.test(lineAt(lines, header + 2)))
    const starts = startsOf(below.replace('#', ' '))
    if (starts.length < 2 || last - first < 0) return undefined
    const cut = (line: string) => cutAt(line, starts)
    return {
      header,
      headerLast: first - 1,
      first,
      last,
      columns: cut(names.replace('#', ' ')),
      cut,
    }
  }
  const rows = sampleOf(lines, header + 1, last)
  // A title stands over the names, not over values.
  if (rows.length < fewestRows || !isHeader(names) || isHeader(below)) return undefined
  const cut = cutterOf(names, rows)
  if (cut === undefined) return undefined
  const block = { header, headerLast: header, first: header + 1, last, ...cut }
  return hasContrast(names, block.columns, rows.map(cut.cut)) ? block : undefined
}

/** Of a longer row the beginning tells. */
const longestRow = 2000

/** How the rows are cut, and what the columns are called. */
interface Cutter {
  readonly columns: readonly string[]
  readonly cut: (line: string) => readonly string[]
}

function cutterOf(names: string, rows: readonly string[]): Cutter | undefined {
  if (names.includes('\t')) return byTabs(names, rows)
  const words = wordsOf(names)
  const fitting = rows.filter((row) => wordsOf(row).length >= words.length).length
  if (fitting >= rows.length * mostRows && words.length > 1)
    return { columns: words, cut: (line) => cutWords(line, words.length) }
  const count = usualCount(rows.map((row) => wordsOf(row).length))
  const alike = rows.filter((row) => wordsOf(row).length === count)
  if (alike.length < rows.length * mostRows || count < 3) return undefined
  return { columns: namesByPlace(names, alike, count), cut: (line) => cutWords(line, count) }
}

function byTabs(names: string, rows: readonly string[]): Cutter | undefined {
  const cut = (line: string): readonly string[] => line.split('\t').map((cell) => cell.trim())
  const columns = cut(names)
  const fitting = rows.filter((row) => cut(row).length === columns.length).length
  return fitting >= rows.length * mostRows ? { columns, cut } : undefined
}

/** Names of several words: each belongs to the column it stands over. */
function namesByPlace(names: string, rows: readonly string[], count: number): readonly string[] {
  const spans = Array.from({ length: count }, () => ({ from: Number.POSITIVE_INFINITY, to: 0 }))
  for (const row of rows)
    placesOf(row).forEach(({ from, to }, at) => {
      const span = spans[at]
      if (span === undefined) return
      span.from = Math.min(span.from, from)
      span.to = Math.max(span.to, to)
    })
  const columns = spans.map(() => '')
  for (const { from, to, word } of placesOf(names)) {
    const gaps = spans.map((span) => Math.max(0, span.from - to, from - span.to))
    const at = gaps.indexOf(Math.min(...gaps))
    columns[at] = `${columns[at] ?? ''} ${word}`.trim()
  }
  return columns
}

function placesOf(line: string) {
  return [...line.matchAll(/\S+/g)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
    word: found[0],
  }))
}

/** Whether a line names the columns of another table: four names or more, most of them in capitals. */
export function opensTable(line: string): boolean {
  if (!/^\s*[%\p{Lu}]/u.test(line) || line.length > longestRow || !isHeader(line)) return false
  const words = wordsOf(line)
  const capital = words.filter((word) => /^[%(\p{Lu}]/u.test(word)).length
  return words.length >= fewestCapital && capital >= words.length * 0.6
}

const fewestCapital = 4

/** Names and no values: no cell of it is a number, and it does not read like a sentence. */
function isHeader(line: string): boolean {
  const words = wordsOf(line)
  if (words.length < 2 || words.length > mostNames) return false
  return words.every((word) => name.test(word) && isNameLike(word))
}

const mostNames = 40
/** A name, or the time of day that some programs print over the times of the rows. */
const name = /^(?:[%#(\p{L}][\p{L}\p{N}%#_()/:.+-]*|\d\d:\d\d:\d\d)$/u

function isNameLike(word: string): boolean {
  return /^\d\d:\d\d:\d\d$/.test(word) || (Number.isNaN(numberOf(word)) && !/[.:,;]$/.test(word))
}

/** Names stand over values of another kind: over numbers, or in capitals over what is not. */
function hasContrast(
  names: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  const words = wordsOf(names)
  const isCapital = words.filter((word) => /^[%(\p{Lu}]/u.test(word)).length >= words.length * 0.6
  const numeric = columns.some((_, at) => isNumeric(rows.map((row) => row[at] ?? '')))
  const isShouted = words.every((word) => word === word.toUpperCase() && /\p{Lu}/u.test(word))
  return (numeric && (isCapital || columns.length > 2)) || isShouted
}

function isNumeric(cells: readonly string[]): boolean {
  return cells.filter((cell) => !Number.isNaN(numberOf(cell))).length >= cells.length * mostRows
}

/** Cells told by tabs, bars or several blanks, or two or three words a line, one of them a number. */
function withoutHeader(lines: Lines, first: number, last: number): TableBlock | undefined {
  if (last - first + 1 < fewestNameless) return undefined
  const rows = sampleOf(lines, first, last)
  for (const separator of [/\t+/, /\s*\|\s*/, /\s{2,}/, /\s+/]) {
    const cut = (line: string): readonly string[] => line.trim().split(separator)
    const all = rows.map(cut)
    const count = usualCount(all.map(({ length }) => length))
    const cells = all.filter(({ length }) => length === count)
    if (count < 2 || cells.length < rows.length * mostRows) continue
    const endsOpen = (row: string, at: number): boolean =>
      all[at]?.length === count && row.trimEnd().endsWith(':')
    if (rows.some(endsOpen)) continue
    const columns = Array.from({ length: count }, () => '')
    const isNumber = columns.map((_, at) => isNumeric(cells.map((row) => leading(row[at] ?? ''))))
    if (!isNumber.includes(true) || !hasNames(cells, isNumber)) continue
    if (separator.source === '\\s+' && count > fewWords && isSentence(cells)) continue
    const cutLeading = (line: string) => cut(line).map(leading)
    return { header: -1, headerLast: -1, first, last, columns, cut: cutLeading }
  }
  return undefined
}

/** So many words in a row are no sentence. */
const fewWords = 3

/** Messages that differ in numbers have words in common, and most begin with a time. */
function isSentence(rows: readonly (readonly string[])[]): boolean {
  const [first = []] = rows
  const common = first.filter(
    (word, at) => /^(?:[\p{L}:]+|[=.:>-])$/u.test(word) && rows.every((row) => row[at] === word),
  )
  return common.length > 1 || /^\[?\d{1,4}[-:/]\d|^[A-Z][a-z]{2}$/.test(first[0] ?? '')
}

/** Rows are about things: some column that is not numbers differs from row to row. */
function hasNames(rows: readonly (readonly string[])[], isNumber: readonly boolean[]): boolean {
  return isNumber.some(
    (isOne, at) => !isOne && new Set(rows.map((row) => row[at])).size > rows.length / 2,
  )
}

/** `2403 ++++----`: the number before a bar of signs. */
function leading(cell: string): string {
  return /^(\d+) [-+]+$/.exec(cell)?.[1] ?? cell
}

function sampleOf(lines: Lines, first: number, last: number): readonly string[] {
  const step = Math.max(1, Math.floor((last - first + 1) / sampled))
  const rows: string[] = []
  // The first ones in a row: lines that alternate must not pass for lines of one kind.
  for (let line = first; line <= last; line += rows.length < sampled / 2 ? 1 : step)
    rows.push(lineAt(lines, line).slice(0, longestRow))
  return rows
}

function usualCount(counts: readonly number[]): number {
  const times = new Map<number, number>()
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1)
  return [...times].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])[0]
}

function startsOf(rule: string): readonly number[] {
  const signs = rule.includes('==') ? /=+/g : /[-─.]+/g
  return [...rule.matchAll(signs)].map((found) => found.index)
}

function cutAt(line: string, starts: readonly number[]): readonly string[] {
  return starts.map((start, at) => line.slice(at === 0 ? 0 : start, starts[at + 1]).trim())
}

function cutWords(line: string, count: number): readonly string[] {
  const words = wordsOf(line)
  return [...words.slice(0, count - 1), words.slice(count - 1).join(' ')]
}

function wordsOf(line: string): readonly string[] {
  const trimmed = line.trim()
  return trimmed === '' ? [] : trimmed.split(/\s+/)
}
