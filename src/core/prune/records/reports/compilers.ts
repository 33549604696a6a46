import { matching, type ReportRule } from '../read-report.ts'
import type { RecordKind } from '../text-record.ts'

const plain = /^[^\s(][^(]*\(\d+,\d+\): (error|warning) \w+\d+: /
const pretty = /^[^\s:][^:]*:\d+:\d+ - (error|warning) \w+\d+: /

/** TypeScript's compiler, plain and pretty, and others that write `file(line,column): error CODE:`. */
export const tsc: ReportRule = {
  name: 'tsc',
  opens: ({ line }) => levelOf((plain.exec(line) ?? pretty.exec(line))?.[1]),
  continues: ({ line }, head) =>
    pretty.test(head) ? /^$|^\s|^\d+\s/.test(line) && !pretty.test(line) : /^\s+\S/.test(line),
  gistOf: () => [],
}

const placed =
  /^(?:\[\w+\] )?((?:[A-Za-z]:)?[^\s:()[\]{}"'`,;=|<>][^:()[\]{}"'`,;=|<>]*\.\w+):(\d+)(?::(\d+))?: (?:(fatal error|error|warning|note|info|style|remark)s?\b:? ?)?/

/** gcc, clang, javac, go, mypy and the many that write `file:line:column: error: message`. */
export const placedDiagnostics: ReportRule = {
  name: 'compiler',
  opens: ({ line }) => {
    const found = placed.exec(line)
    if (found === null || found[4] === 'note' || found[4] === 'info') return undefined
    if (found[4] !== undefined) return levelOf(found[4])
    return found[1]?.endsWith('.go') === true && found[3] !== undefined ? 'failure' : undefined
  },
  // javac quotes source that may stand at the left edge, with the place marked below it.
  continues: ({ line, index, lineOf }) =>
    /^\s+\S/.test(line) ||
    placed.exec(line)?.[4] === 'note' ||
    (line !== '' && !placed.test(line) && /^\s*\^/.test(lineOf(index + 1))),
  gistOf: matching(/^\s+(?:symbol|location|required|found):/, 2),
  isTitle: (line) => /^\S+: In (?:function|member|constructor|destructor|lambda)/.test(line),
}

const row = /^\s+\d+:\d+\s+(error|warning)\s+\S/

/** eslint and others that list messages under the name of each file. */
export const eslint: ReportRule = {
  name: 'eslint',
  opens: ({ line }) => levelOf(row.exec(line)?.[1]),
  continues: () => false,
  gistOf: () => [],
  isTitle: (line) => /^(?:\/|\.{0,2}[\w@-]|[A-Za-z]:\\)[^:\s]*\.\w+$/.test(line),
}

function levelOf(word: string | undefined): RecordKind | undefined {
  if (word === undefined) return undefined
  return word.includes('error') ? 'failure' : 'warning'
}
