import { matching, type ReportRule } from '../read-report.ts'

const failing = /<<< (?:FAILURE|ERROR)!/
const level = /^\[(?:INFO|ERROR|WARNING|DEBUG)\]/

/** Failing tests as Maven's surefire prints them: the test, the exception, the trace. */
export const surefire: ReportRule = {
  name: 'surefire',
  opens: ({ line }) => (failing.test(line) && !line.includes('Tests run:') ? 'failure' : undefined),
  continues: ({ line, index, lineOf }) =>
    !failing.test(line) && !level.test(line) && !(line === '' && isEnd(lineOf(index + 1))),
  gistOf: (first, last, lineOf) => [
    ...matching(/\S/, 1)(first, last, lineOf),
    ...matching(/^\s*Caused by: /, 3)(first, last, lineOf),
  ],
}

/** The list of failures at the end: `[ERROR]   CartTest.wrong:24 expected …`. */
export const surefireSummary: ReportRule = {
  name: 'surefire-summary',
  opens: ({ line }) => (/^\[ERROR\] {2,}[\w.$]+:\d+\S* /.test(line) ? 'failure' : undefined),
  continues: () => false,
  gistOf: () => [],
  isTitle: (line) => /^\[ERROR\] (?:Failures|Errors):/.test(line),
}

function isEnd(line: string): boolean {
  return line === '' || level.test(line) || /^(?:Running |Results|Tests run:)/.test(line)
}

const frame = /^\s*at \S.*[):\d]$/
const more = /^\s*\.{3} \d+ |^\s*(?:Caused by|Suppressed): /

/** An exception with its frames, in Java, JavaScript or C#; all of its causes are one record. */
export const frames: ReportRule = {
  name: 'frames',
  opens: ({ line, index, lineOf }) =>
    !frame.test(line) && !more.test(line) && frame.test(lineOf(index + 1)) ? 'failure' : undefined,
  continues: ({ line }) => frame.test(line) || more.test(line),
  gistOf: matching(/^\s*Caused by: /, 3),
}
