import { firstLines, indentOf, matching, type ReportRule } from '../read-report.ts'

/** The failures that vitest prints one after the other, each closed by a rule. */
export const vitest: ReportRule = {
  name: 'vitest',
  opens: ({ line }) => (/^ FAIL {2}\S/.test(line) ? 'failure' : undefined),
  continues: ({ line }) => !/^⎯{3,}| FAIL {2}\S/.test(line),
  gistOf: (first, last, lineOf) => [
    ...firstLines(1)(first, last, lineOf),
    ...matching(/^ ❯ |^\s*[-+] (?!actual|Expected|Received)\S/, 4)(first, last, lineOf),
  ],
}

/** The failures of jest, under a bullet with the names of suite and test. */
export const jest: ReportRule = {
  name: 'jest',
  opens: ({ line }) => (/^ {2}● \S/.test(line) ? 'failure' : undefined),
  continues: ({ line }) => line.trim() === '' || indentOf(line) > 2,
  gistOf: (first, last, lineOf) => [
    ...firstLines(1)(first, last, lineOf),
    ...matching(/^\s+(?:Expected|Received)\b/, 2)(first, last, lineOf),
  ],
}

/** The failing tests that node:test tells again at the end. */
export const nodeSpec: ReportRule = {
  name: 'node-spec',
  opens: ({ line }) => (/^\s*test at \S.*:\d+:\d+$/.test(line) ? 'failure' : undefined),
  isHead: (line) => /^\s*✖ /.test(line),
  continues: ({ line }) => line.trim() === '' || /^\s/.test(line),
  gistOf: (first, last, lineOf) => [
    ...firstLines(1)(first, last, lineOf),
    ...matching(/^\s+[-+] (?!actual)\S/, 4)(first, last, lineOf),
  ],
}
