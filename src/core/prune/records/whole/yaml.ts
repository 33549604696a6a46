import { type Lines, lineAt } from '../../../text/lines.ts'
import type { TextRecord } from '../text-record.ts'
import type { WholeReader } from './record-set.ts'

const field = /^\s*(?:- )*["']?[\w./@ -]+["']?:(?:\s|$)/
const part = /^\s*(?:- |#|---$|\.\.\.$)/
/** What names a thing: of a document, the lines that say what it is and what it is called. */
const naming = /^(?:- )?\s*(?:kind|name|id|title|metadata):/

/** YAML: the items of a list, the documents of a file, or the blocks under its outermost keys. */
export const yaml: WholeReader = {
  form: 'yaml',
  recognises: (sample) => {
    const fields = sample.filter((line) => field.test(line)).length
    const parts = sample.filter((line) => field.test(line) || part.test(line)).length
    return sample.length >= 6 && fields >= sample.length * 0.5 && parts >= sample.length * 0.9
  },
  read: (lines) => ({ form: 'yaml', records: blocksIn(lines) }),
}

function blocksIn(lines: Lines): readonly TextRecord[] {
  const isDocuments = /^---\s*$/m.test(lines.text)
  const opens = isDocuments ? /^---\s*$/ : /^(?:- |[\w"'./@-]+:)/
  const records: TextRecord[] = []
  let first = 0
  for (let line = 1; line <= lines.count; line++) {
    if (line < lines.count && !opens.test(lineAt(lines, line))) continue
    records.push(blockAt(lines, first, line - 1))
    first = line
  }
  return records
}

function blockAt(lines: Lines, first: number, last: number): TextRecord {
  const gist: number[] = []
  for (let line = first; line <= last && gist.length < mostNames; line++)
    if (naming.test(lineAt(lines, line).replace(/^ {2}/, ''))) gist.push(line)
  return { first, last, headFirst: first, headLast: first, kind: 'entry', gist, under: -1 }
}

const mostNames = 3
