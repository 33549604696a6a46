import { type Lines, lineAt } from '../../../text/lines.ts'
import type { TextRecord } from '../text-record.ts'
import { firstFilled } from './aligned-table.ts'
import { rowRecord, type WholeReader } from './record-set.ts'

const separators = ['\t', ',', ';'] as const

/** Comma, semicolon and tab separated values; the first line names the columns. */
export const separated: WholeReader = {
  form: 'csv',
  recognises: (sample) => separatorOf(sample) !== undefined,
  read: (lines) => {
    const header = firstFilled(lines)
    const separator = separatorOf(sampleFrom(lines, header))
    if (separator === undefined) return undefined
    const cut = (line: string) => cutRow(line, separator)
    const records = rowsUnder(lines, header)
    const columns = cut(lineAt(lines, header))
    const cellsOf = ({ first, last }: TextRecord) =>
      cut(lines.text.slice(lines.starts[first], lines.ends[last]))
    return { form: 'csv', records, tables: [{ columns, cellsOf, rows: records }] }
  },
}

const sampledLines = 40

function sampleFrom(lines: Lines, first: number): readonly string[] {
  const last = Math.min(lines.count, first + sampledLines)
  return Array.from({ length: last - first }, (_, at) => lineAt(lines, first + at))
}

/** What cuts nearly all lines into as many cells as the first one, three or more. */
function separatorOf(sample: readonly string[]): string | undefined {
  const [header = ''] = sample
  if (sample.length < 3 || /[{}()<>]/.test(header)) return undefined
  return separators.find((separator) => {
    const names = cutRow(header, separator)
    const fewest = separator === '\t' ? 2 : 3
    if (names.length < fewest || !names.every(isName)) return false
    const alike = sample.filter((line) => cutRow(line, separator).length === names.length)
    return alike.length >= sample.length * 0.9
  })
}

function isName(cell: string): boolean {
  return cell.length < 60 && !/^-?[\d.]+$/.test(cell) && cell.split(' ').length <= 5
}

/** Cells of one record; quoted ones may hold separators. */
function cutRow(line: string, separator: string): readonly string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim())
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const character of line.slice(0, longestRow)) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  return [...cells, cell.trim()]
}

/** Of a longer row the rest is one cell. */
const longestRow = 20_000
/** A quote that never closes must not swallow the text. */
const mostLines = 50

function rowsUnder(lines: Lines, header: number): readonly TextRecord[] {
  const records: TextRecord[] = []
  for (let line = header + 1; line < lines.count; line++) {
    if (lines.ends[line] === lines.starts[line]) continue
    let last = line
    let isOpen = hasOpenQuote(lineAt(lines, line), false)
    while (isOpen && last + 1 < lines.count && last - line < mostLines) {
      last += 1
      isOpen = hasOpenQuote(lineAt(lines, last), isOpen)
    }
    records.push(rowRecord(line, header, isOpen ? line : last))
    if (!isOpen) line = last
  }
  return records
}

function hasOpenQuote(line: string, isOpen: boolean): boolean {
  let isQuoted = isOpen
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) isQuoted = !isQuoted
  return isQuoted
}
