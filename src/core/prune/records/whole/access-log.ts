import { lineAt } from '../../../text/lines.ts'
import { rowRecord, type WholeReader } from './record-set.ts'

const entry = /^(\S+) \S+ (\S+) \[([^\]]+)\] "([^"]*)" (\d{3}) (\d+|-)/

/** What web servers write of each request, in the common or the combined form. */
export const accessLog: WholeReader = {
  form: 'table',
  recognises: (sample) =>
    sample.filter((line) => entry.test(line)).length >= Math.max(3, sample.length * 0.9),
  read: (lines) => {
    const records = []
    for (let line = 0; line < lines.count; line++)
      if (entry.test(lineAt(lines, line))) records.push(rowRecord(line, -1))
    const cellsOf = ({ first }: { readonly first: number }) =>
      entry.exec(lineAt(lines, first))?.slice(1) ?? []
    const columns = ['host', 'user', 'time', 'request', 'status', 'size']
    return { form: 'table', records, tables: [{ columns, cellsOf, rows: records }] }
  },
}
