import { lineAt } from '../../../text/lines.ts'
import { rowRecord, type WholeReader } from './record-set.ts'

const hit = /^(?:[A-Za-z]:\\)?[\w.@/\\+~][^\s:,;'"()[\]{}<>=]{0,300}?[:-]\d+[:-]/
/** What a compiler says of a line is no find. */
const diagnostic = /:\d+:(?:\d+:)? (?:(?:fatal )?(?:error|warning|note)\b|[A-Z]{1,5}\d{2,5}\b)/
const file = /^[^\s:][^:]*\.\w+$/

/** What grep and ripgrep print: a path, a line number and the line; or lines under their path. */
export const searchResults: WholeReader = {
  form: 'search',
  recognises: (sample) => {
    if (sample.filter((line) => diagnostic.test(line)).length > sample.length / 10) return false
    const rows = sample.filter((line) => hit.test(line) && !/^\d{4}[-/]\d\d[-/]/.test(line))
    const paths = rows.filter((line) => /[/.]\w/.test(line.slice(0, line.search(/[:-]\d/))))
    return rows.length >= 3 && paths.length >= sample.filter((line) => line !== '--').length * 0.9
  },
  read: (lines) => {
    const records = []
    let under = -1
    for (let line = 0; line < lines.count; line++) {
      const text = lineAt(lines, line).slice(0, 400)
      if (hit.test(text)) records.push(rowRecord(line, under))
      else if (file.test(text)) under = line
    }
    return { form: 'search', records, tables: [] }
  },
}
