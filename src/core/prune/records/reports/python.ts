import type { ReportRule } from '../read-report.ts'
import type { LineOf } from '../text-record.ts'

const header = /^_{3,} \S.* _{3,}$/
const unittestHeader = /^(?:FAIL|ERROR): \S/
const rule = /^(?:={10,}|-{60,}$)/
const summary = /^(?:FAILED|ERROR) \S+(?:::\S+)?(?: - .*)?$/

/** Failing tests of pytest, unittest and runners that print as they do. */
export const pythonTests: ReportRule = {
  name: 'python-tests',
  opens: ({ line, index, lineOf }) => {
    if (header.test(line)) return 'failure'
    return unittestHeader.test(line) && rule.test(lineOf(index - 1)) ? 'failure' : undefined
  },
  isHead: (line) => /^-{60,}$/.test(line),
  continues: ({ line }) => !header.test(line) && !rule.test(line),
  gistOf: exceptionLines,
}

/** The list of failures at the end of pytest's output. */
export const pytestSummary: ReportRule = {
  name: 'pytest-summary',
  opens: ({ line }) => (summary.test(line) && line.includes('::') ? 'failure' : undefined),
  continues: () => false,
  gistOf: () => [],
}

/** A trace in the midst of a log; one that was raised while handling another is part of it. */
export const traceback: ReportRule = {
  name: 'traceback',
  opens: ({ line }) =>
    line.trimStart().startsWith('Traceback (most recent call last)') ? 'failure' : undefined,
  continues: ({ line, index, lineOf }, head) => {
    const indent = head.length - head.trimStart().length
    const text = line.slice(indent)
    if (/^\s|^Traceback |^(?:During handling|The above exception)/.test(text)) return true
    if (text === '') return joinsAnother(index, lineOf)
    return /^\s/.test(lineOf(index - 1).slice(indent)) && /^[A-Za-z_][\w.]*(?::|$)/.test(text)
  },
  gistOf: exceptionLines,
}

function joinsAnother(blank: number, lineOf: LineOf): boolean {
  const near = [lineOf(blank + 1), lineOf(blank - 1)]
  return near.some((line) => /^\s*(?:During handling|The above exception)/.test(line))
}

const mostExceptions = 3

/** What pytest marks with `E`, else the line after the last frame of each trace. */
function exceptionLines(first: number, last: number, lineOf: LineOf): readonly number[] {
  const marked: number[] = []
  const raised: number[] = []
  let isInFrames = false
  for (let index = first; index <= last; index++) {
    const line = lineOf(index)
    if (/^E {2,}\S/.test(line)) marked.push(index)
    const text = line.trimStart()
    if (/^File "[^"]*", line \d+|^Traceback /.test(text)) isInFrames = true
    else if (isInFrames && /^[A-Za-z_][\w.]*(?::|$)/.test(line) && line !== '') {
      raised.push(index)
      isInFrames = false
    }
  }
  // Of several lines marked in a row, the first names the exception.
  const heads = marked.filter((index) => !marked.includes(index - 1))
  return [...heads, ...raised].slice(-mostExceptions)
}
