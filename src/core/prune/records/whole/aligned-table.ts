import { type Lines, lineAt } from '../../../text/lines.ts'
import type { TextRecord } from '../text-record.ts'
import { type RecordSet, rowRecord, type WholeReader } from './record-set.ts'

/** Columns that start under their names, as kubectl and docker print them. */
export const alignedTable: WholeReader = {
  form: 'table',
  recognises: ([header = '', ...rows]) => {
    const starts = columnStarts(header)
    if (!isHeader(header) || starts.length < 2 || rows.length < 2) return false
    // Names of two words are rare: where most are, blanks alone tell the columns.
    if (wordsOf(header).length > starts.length * 1.5) return false
    return rows.filter((row) => isUnder(row, starts)).length >= rows.length * mostRows
  },
  read: (lines) => {
    const header = firstFilled(lines)
    const starts = columnStarts(lineAt(lines, header))
    const cut = (line: string): string[] =>
      starts.map((start, at) => line.slice(start, starts[at + 1]).trim())
    return tableOf(lines, header, cut)
  },
}

/** Columns told by blanks alone, as ps and df print them; the last one may hold blanks itself. */
export const wordTable: WholeReader = {
  form: 'table',
  recognises: ([header = '', ...rows]) => {
    const names = wordsOf(header)
    if (!isHeader(header) || names.length < fewestNames || rows.length < 2) return false
    // df says "Mounted on", which is one column of two words.
    const fits = rows.filter((row) => wordsOf(row).length >= names.length - 1)
    return fits.length >= rows.length * mostRows && rows.filter(hasNumber).length > rows.length / 2
  },
  read: (lines) => {
    const header = firstFilled(lines)
    const count = wordsOf(lineAt(lines, header)).length
    const cut = (line: string): string[] => {
      const words = wordsOf(line)
      return [...words.slice(0, count - 1), words.slice(count - 1).join(' ')]
    }
    return tableOf(lines, header, cut)
  },
}

const mostRows = 0.9
const fewestNames = 4

/** The first line that is not blank. */
export function firstFilled(lines: Lines): number {
  let line = 0
  while (line < lines.count - 1 && lineAt(lines, line).trim() === '') line += 1
  return line
}

function tableOf(lines: Lines, header: number, cut: (line: string) => string[]): RecordSet {
  const records = []
  for (let line = header + 1; line < lines.count; line++)
    if (lineAt(lines, line).trim() !== '') records.push(rowRecord(line, header))
  const columns = cut(lineAt(lines, header))
  const cellsOf = ({ first }: TextRecord) => cut(lineAt(lines, first))
  return { form: 'table', records, tables: [{ columns, cellsOf, rows: records }] }
}

/** Names, most of them in capitals or all of them words: no sentence and no numbers. */
function isHeader(line: string): boolean {
  const words = wordsOf(line)
  if (!words.every((word) => /^[%#\p{L}][\p{L}\p{N}%#_()/-]*$/u.test(word))) return false
  const capital = words.filter((word) => /^[%\p{Lu}]/u.test(word)).length
  return words.length > 1 && capital >= words.length * 0.6
}

/** Where names begin that stand two blanks or more from the one before. */
function columnStarts(header: string): readonly number[] {
  return [...header.matchAll(/(?:^|\s{2,})(\S)/g)].map((found) => found.index + found[0].length - 1)
}

function isUnder(row: string, starts: readonly number[]): boolean {
  return starts.every((start) => start === 0 || start > row.length || row[start - 1] === ' ')
}

function wordsOf(line: string): readonly string[] {
  return line.trim().split(/\s+/)
}

function hasNumber(line: string): boolean {
  return /(?:^|\s)[\d.]+[%KMGTi]*(?:\s|$)/.test(line)
}
