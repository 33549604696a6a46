import { relationsOf } from './relations.ts'
import { tableRows, walkXml } from './xml.ts'
import type { Zip } from './zip.ts'

const main = 'xl/workbook.xml'
/** The columns a person reads; a sheet may have 16,384. */
const mostColumns = 200

/** A workbook as Markdown: one table a sheet. Dates are stored as numbers, and stay so. */
export function xlsxText(zip: Zip): string | undefined {
  const workbook = zip.read(main)
  if (workbook === undefined) return undefined
  const targets = new Map(relationsOf(zip, main).map(({ id, target }) => [id, target]))
  const strings = sharedStrings(zip.read('xl/sharedStrings.xml') ?? '')
  const sheets: string[] = []
  walkXml(workbook, {
    open: {
      sheet({ attribute }) {
        const part = targets.get(attribute('id', 'r') ?? '') ?? ''
        const table = tableRows(rowsOf(zip.read(part) ?? '', strings))
        sheets.push(`# ${attribute('name') ?? ''}\n\n${table}`.trimEnd())
      },
    },
  })
  return `${sheets.join('\n\n')}\n`
}

/** Texts are kept once, and cells name them by number; how they are spoken is no part of them. */
function sharedStrings(xml: string): readonly string[] {
  const strings: string[] = []
  let isText = false
  let isSpoken = false
  walkXml(xml, {
    open: {
      si: () => strings.push(''),
      t: () => (isText = !isSpoken),
      rPh: () => (isSpoken = true),
    },
    close: { t: () => (isText = false), rPh: () => (isSpoken = false) },
    text(text) {
      if (isText) strings[strings.length - 1] += text
    },
  })
  return strings
}

function rowsOf(xml: string, strings: readonly string[]): readonly (readonly string[])[] {
  const rows: string[][] = []
  let cell = { column: 0, type: '', text: '' }
  let isValue = false
  const begin = () => (isValue = true)
  const end = () => (isValue = false)
  walkXml(xml, {
    open: {
      row: () => rows.push([]),
      c({ attribute }) {
        const column = columnOf(attribute('r'), rows.at(-1)?.length ?? 0)
        cell = { column, type: attribute('t') ?? '', text: '' }
      },
      v: begin,
      t: begin,
    },
    close: {
      v: end,
      t: end,
      c() {
        const value = cell.type === 's' ? (strings[Number(cell.text)] ?? '') : cell.text
        put(rows.at(-1), cell.column, value)
      },
    },
    text(text) {
      if (isValue) cell.text += text
    },
  })
  return rows
}

function put(row: string[] | undefined, column: number, value: string): void {
  if (row === undefined || column >= mostColumns || value === '') return
  while (row.length < column) row.push('')
  row[column] = value
}

/** `C7` is the third column, from 0; a cell without a place follows the one before it. */
function columnOf(place: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0]
  if (letters === undefined) return next
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
