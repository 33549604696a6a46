import { type Lines, lineAt } from '../../../text/lines.ts'
import type { TextRecord } from '../text-record.ts'
import type { WholeReader } from './record-set.ts'

const fileHead = /^(?:diff --git |Index: |--- \S)/
const headMore =
  /^(?:index |new file|deleted file|old mode|new mode|similarity|rename |copy |Binary |--- |\+\+\+ |={10})/
const hunk = /^@@+ -\d/

/** A unified diff: hunks, each under the head of its file. */
export const diff: WholeReader = {
  form: 'diff',
  recognises: (sample) =>
    sample.some((line) => hunk.test(line)) &&
    (/^diff --git |^Index: /.test(sample[0] ?? '') ||
      (/^--- /.test(sample[0] ?? '') && /^\+\+\+ /.test(sample[1] ?? ''))),
  read: (lines) => ({ form: 'diff', records: hunksIn(lines), tables: [] }),
}

function hunksIn(lines: Lines): readonly TextRecord[] {
  const records: TextRecord[] = []
  let under = -1
  for (let line = 0; line < lines.count; line++) {
    const text = lineAt(lines, line).slice(0, 200)
    if (hunk.test(text)) {
      const last = endOfHunk(lines, line)
      const place = { first: line, last, headFirst: line, headLast: line, under }
      records.push({ ...place, kind: 'entry', gist: [] })
      line = last
    } else if (fileHead.test(text)) {
      const last = endOfHead(lines, line)
      const place = { first: line, last, headFirst: line, headLast: last, under: -1 }
      records.push({ ...place, kind: 'entry', gist: [] })
      under = last
      line = last
    }
  }
  return records
}

function endOfHead(lines: Lines, first: number): number {
  let last = first
  while (last + 1 < lines.count && headMore.test(lineAt(lines, last + 1).slice(0, 40))) last += 1
  return last
}

/** A line of a hunk starts with a blank, a plus, a minus or a backslash; an empty one is context. */
function endOfHunk(lines: Lines, first: number): number {
  let last = first
  while (last + 1 < lines.count && isInHunk(lines, last + 1)) last += 1
  return last
}

function isInHunk(lines: Lines, line: number): boolean {
  const code = lines.text.charCodeAt(lines.starts[line] ?? 0)
  if (code === 0x2d && lines.text.startsWith('--- ', lines.starts[line]))
    return !lines.text.startsWith('+++ ', lines.starts[line + 1])
  return code === 0x20 || code === 0x2b || code === 0x2d || code === 0x5c || code === 10
}
