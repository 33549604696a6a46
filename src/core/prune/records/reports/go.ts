import { matching, type ReportRule } from '../read-report.ts'

/** Failing tests of go: what they logged stands above with -v, below without. */
export const goTest: ReportRule = {
  name: 'go-test',
  opens: ({ line }) => (/^\s*--- FAIL: /.test(line) ? 'failure' : undefined),
  isBefore: (line) => /^\s+\S+\.go:\d+: |^\s{8,}\S/.test(line),
  continues: ({ line }) => /^\s+\S/.test(line) && !/^\s*--- /.test(line),
  gistOf: matching(/^\s+\S+\.go:\d+: /, 3),
}

/** A panic of go with the stack of its goroutine. */
export const goPanic: ReportRule = {
  name: 'go-panic',
  opens: ({ line }) => (/^(?:panic|fatal error): /.test(line) ? 'failure' : undefined),
  continues: ({ line }) => !/^(?:FAIL|ok|exit status)\b/.test(line),
  gistOf: (first, last, lineOf) =>
    matching(/^\s+\/(?!usr\/(?:local\/|lib\/)?go)\S+\.go:\d+/, 1)(first, last, lineOf),
}
