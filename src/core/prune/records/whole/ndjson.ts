import { lineAt } from '../../../text/lines.ts'
import { rowRecord, type WholeReader } from './record-set.ts'

const row = /^\s*\{.*\}\s*$/

/** One JSON object a line, as structured loggers write them; the keys of the first are the columns. */
export const ndjson: WholeReader = {
  form: 'ndjson',
  recognises: (sample) =>
    sample.length >= 3 && sample.filter((line) => row.test(line)).length >= sample.length * 0.9,
  read: (lines) => {
    const records = []
    for (let line = 0; line < lines.count; line++)
      if (row.test(lineAt(lines, line))) records.push(rowRecord(line, -1))
    const columns = Object.keys(fieldsOf(lineAt(lines, records[0]?.first ?? 0)))
    const cellsOf = ({ first }: { readonly first: number }) => {
      const fields = fieldsOf(lineAt(lines, first))
      return columns.map((name) => textOf(fields[name]))
    }
    return { form: 'ndjson', records, tables: [{ columns, cellsOf, rows: records }] }
  },
}

function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(line)
    return parsed !== null && typeof parsed === 'object' ? (parsed as Record<string, unknown>) : {}
  } catch (error) {
    // A line cut short, or one of another kind.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function textOf(value: unknown): string {
  return typeof value === 'object' || value === undefined ? '' : String(value)
}
