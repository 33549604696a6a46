import { type Lines, lineAt } from '../../../text/lines.ts'
import type { TextRecord } from '../text-record.ts'
import { rowRecord, type WholeReader } from './record-set.ts'

const commit = /^(?:[|*\\/ ]* )?commit [0-9a-f]{7,64}\b/
const headLine = /^(?:[|*\\/ ]* )?(?:Merge|Author|AuthorDate|Commit|CommitDate|Date|Reflog):? /

/** `git log`: a commit with its author, date and message. */
export const history: WholeReader = {
  form: 'history',
  recognises: (sample) =>
    commit.test(sample[0] ?? '') && sample.slice(1, 4).some((line) => headLine.test(line)),
  read: (lines) => ({ form: 'history', records: commitsIn(lines), tables: [] }),
}

const short = /^(?:[|*\\/ ]* )?[0-9a-f]{7,40} (?:\([^)]*\) )?\S/

/** `git log --oneline`: a hash and a subject a line. */
export const shortHistory: WholeReader = {
  form: 'history',
  recognises: (sample) =>
    sample.length >= 3 &&
    sample.filter((line) => short.test(line) && /\d/.test(line.slice(0, 40))).length >=
      sample.length * 0.9,
  read: (lines) => {
    const rows = Array.from({ length: lines.count }, (_, line) => rowRecord(line, -1))
    return { form: 'history', records: rows, tables: [] }
  },
}

function commitsIn(lines: Lines): readonly TextRecord[] {
  const records: TextRecord[] = []
  let first = -1
  for (let line = 0; line <= lines.count; line++) {
    if (line < lines.count && !commit.test(lineAt(lines, line).slice(0, 120))) continue
    if (first >= 0) records.push(commitAt(lines, first, line - 1))
    first = line
  }
  return records
}

/** The head is all up to the first blank line; the subject tells most. */
function commitAt(lines: Lines, first: number, last: number): TextRecord {
  let headLast = first
  while (headLast < last && headLine.test(lineAt(lines, headLast + 1))) headLast += 1
  let subject = headLast + 1
  while (subject < last && lineAt(lines, subject).trim() === '') subject += 1
  const gist = subject <= last ? [subject] : []
  return { first, last, headFirst: first, headLast, kind: 'entry', gist, under: -1 }
}
