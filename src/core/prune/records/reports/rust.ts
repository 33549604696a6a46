import { matching, type ReportRule } from '../read-report.ts'

const diagnostic = /^(error|warning)(?:\[[A-Z]\d+\])?: \S/

/** Diagnostics of rustc and cargo: a message, the place, and the source with notes. */
export const rustc: ReportRule = {
  name: 'rustc',
  opens: ({ line }) => {
    const level = diagnostic.exec(line)?.[1]
    if (level === undefined) return undefined
    return level === 'error' ? 'failure' : 'warning'
  },
  isHead: (line) => /^\s*--> /.test(line),
  continues: ({ line }) => line !== '' && !diagnostic.test(line),
  gistOf: matching(/[\^-]+ \S/, 2),
}

/** What a failing test of cargo printed. */
export const cargoTest: ReportRule = {
  name: 'cargo-test',
  opens: ({ line }) => (/^---- .+ (?:stdout|stderr) ----$/.test(line) ? 'failure' : undefined),
  continues: ({ line }) => !/^----|^failures:$|^test result:/.test(line),
  gistOf: (first, last, lineOf) => {
    const at = matching(/panicked at|^Error: /, 1)(first, last, lineOf)[0]
    if (at === undefined) return []
    return [at, at + 1, at + 2, at + 3].filter(
      (index) =>
        index <= last &&
        /\S/.test(lineOf(index)) &&
        !/^(?:stack|note|\s+\d+: )/.test(lineOf(index)),
    )
  },
}
