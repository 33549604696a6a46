import { type Lines, lineAt } from '../../../text/lines.ts'
import type { TextRecord } from '../text-record.ts'
import { rowRecord, type WholeReader } from './record-set.ts'

const rule = /^[\s|+:┌┬┐├┼┤└┴┘─━═╒╤╕╞╪╡╘╧╛╟╢╠╣╔╗╚╝╦╩╬-]{3,}$/
const divider = /[|│┃║]/

/** Tables with a rule under their header: Markdown, psql, mysql and those drawn with boxes. */
export const ruledTable: WholeReader = {
  form: 'table',
  recognises: (sample) => {
    const rows = sample.filter((line) => divider.test(line) || isRule(line)).length
    return sample.length >= 4 && sample.some(isRule) && rows >= sample.length * 0.8
  },
  read: (lines) => {
    const { records, headers } = ruledRows(lines)
    const columns = cellsIn(lineAt(lines, headers[0] ?? 0))
    const cellsOf = ({ first }: TextRecord) => cellsIn(lineAt(lines, first))
    const rows = records.filter(({ kind }) => kind !== 'success')
    return { form: 'table', records, tables: [{ columns, cellsOf, rows }] }
  },
}

/** Each row of every table, under the rule that follows its header; the rule needs the header. */
function ruledRows(lines: Lines): {
  readonly records: readonly TextRecord[]
  readonly headers: readonly number[]
} {
  const records: TextRecord[] = []
  const headers: number[] = []
  let under = -1
  for (let line = 0; line < lines.count; line++) {
    const text = lineAt(lines, line)
    const isRow = divider.test(text) && !isRule(text)
    if (isRow && under >= 0) records.push(rowRecord(line, under))
    else if (isRow && line + 1 < lines.count && isRule(lineAt(lines, line + 1))) {
      headers.push(line)
      records.push({ ...rowRecord(line, -1), headLast: line + 1, last: line + 1, kind: 'success' })
      under = line + 1
      line += 1
    } else if (!isRow && !isRule(text)) under = -1
  }
  return { records, headers }
}

function isRule(line: string): boolean {
  return line.length < 4000 && /[-─━═]{2}/.test(line) && rule.test(line)
}

function cellsIn(line: string): readonly string[] {
  const cells = line.split(divider).map((cell) => cell.trim())
  return cells.slice(cells[0] === '' ? 1 : 0, cells.at(-1) === '' ? -1 : undefined)
}
