import type { Lines } from '../../text/lines.ts'
import { type Openers, readReports } from '../records/read-reports.ts'
import type { TextRecord } from '../records/text-record.ts'
import { cue } from './cue-words.ts'
import { type LogScan, shape } from './scan-log.ts'

/** The reports of compilers and test runners in a log that was scanned. */
export function reportsIn(lines: Lines, scan: LogScan): readonly TextRecord[] {
  return readReports(lines, openersIn(scan))
}

/** Heads of records have a sign of failure, a form of their own, or a stack frame under them. */
function openersIn({ strong, medium, flags, template, messageStart }: LogScan): Openers {
  const form = cue.warn | shape.mark | shape.opener
  const mayOpen = (line: number): boolean =>
    strong[line] !== 0 ||
    medium[line] !== 0 ||
    ((flags[line] ?? 0) & form) !== 0 ||
    ((flags[line + 1] ?? 0) & ~(flags[line] ?? 0) & shape.trace) !== 0
  return { mayOpen, templateOf: (line) => template[line] ?? 0, messageStart }
}
