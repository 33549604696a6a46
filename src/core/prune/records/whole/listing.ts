import { lineAt } from '../../../text/lines.ts'
import { rowRecord, type WholeReader } from './record-set.ts'

const entry = /^[-dlbcps][-rwxsStT]{9}[.+@]?\s+\d+\s/
const title = /^(?:total \d|.*:$)/

/** `ls -l`: what a folder holds, under the name of the folder where there are several. */
export const listing: WholeReader = {
  form: 'listing',
  recognises: (sample) => {
    const rows = sample.filter((line) => entry.test(line)).length
    return rows >= 2 && rows >= sample.filter((line) => !title.test(line)).length * 0.9
  },
  read: (lines) => {
    const records = []
    let under = -1
    for (let line = 0; line < lines.count; line++) {
      const text = lineAt(lines, line)
      if (entry.test(text)) records.push(rowRecord(line, under))
      else if (text.endsWith(':')) under = line
    }
    const columns = ['mode', 'links', 'owner', 'group', 'size', 'time', 'name']
    const cellsOf = ({ first }: { readonly first: number }) => {
      const words = lineAt(lines, first).trim().split(/\s+/)
      return [...words.slice(0, 5), words.slice(5, 8).join(' '), words.slice(8).join(' ')]
    }
    return { form: 'listing', records, tables: [{ columns, cellsOf, rows: records }] }
  },
}
