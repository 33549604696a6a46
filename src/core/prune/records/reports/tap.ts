import { indentOf, type ReportRule } from '../read-report.ts'

const point = /^\s*(not )?ok\b(?! *=)(?:\s+\d+)?(.*)$/
const told = /^\s*(?:error|message|expected|actual|wanted|found|location|at):/

/** The Test Anything Protocol, as node:test, tap and prove write it. */
export const tap: ReportRule = {
  name: 'tap',
  opens: ({ line }) => {
    const found = point.exec(line)
    if (found === null) return undefined
    const isExcused = /#\s*(?:skip|todo)\b/i.test(found[2] ?? '')
    return found[1] === undefined || isExcused ? 'success' : 'failure'
  },
  continues: ({ line }, head) =>
    (line.trim() === '' || indentOf(line) > indentOf(head)) && !point.test(line),
  // A message of several lines stands under `error: |-`.
  gistOf: (first, last, lineOf) => {
    const found: number[] = []
    for (let index = first; index <= last; index++) {
      const line = lineOf(index)
      if (told.test(line)) found.push(index)
      if (/^\s*error: [|>]/.test(line))
        for (let next = index + 1; next <= Math.min(last, index + messageLines); next++)
          if (indentOf(lineOf(next)) > indentOf(line)) found.push(next)
    }
    return found
  },
}

const messageLines = 6
