import type { Lines } from '../../text/lines.ts'
import type { Failure } from '../records/raise-failures.ts'
import type { TextRecord } from '../records/text-record.ts'

/** Share of the best line outside of reports: beside reports, which tell the failures, less is clear. */
const share = { alone: 0.15, besideReports: 0.35 }
/** A longer record is told by its head and what tells most of it. */
const mostLines = 12

/** What is known of a log when its lines have their scores. */
export interface ScoredLog {
  readonly lines: Lines
  readonly scores: Float64Array
  /** The best score of a line outside of reports. */
  readonly best: number
  readonly records: readonly TextRecord[]
  readonly failures: readonly Failure[]
  readonly asksForWarnings: boolean
}

/** Flags what tells of a failure or of the goal, and what stands close around it. */
export function clearLines(log: ScoredLog): Uint8Array {
  const { lines, scores, best, records, failures } = log
  const least = best * (failures.length > 0 ? share.besideReports : share.alone)
  const clear = Uint8Array.from(scores, (score) => (score >= least ? 1 : 0))
  for (const { kind, first, last } of records)
    if (kind === 'warning' && failures.length > 0 && !log.asksForWarnings)
      clear.fill(0, first, last + 1)
  for (const failure of failures) flagFailure(clear, lines, failure)
  return clear
}

/** Of a clear one its head and what tells most, of a short one all, of none the frames of libraries. */
function flagFailure(clear: Uint8Array, lines: Lines, { record, isClear }: Failure): void {
  const { first, last, headFirst, headLast, gist } = record
  const isShort = last - first < mostLines
  for (let line = first; line <= last; line++) {
    const text = lines.text.slice(lines.starts[line], lines.ends[line])
    if (!isClear || isLibraryFrame(text)) clear[line] = 0
    else if (isShort) clear[line] = 1
  }
  if (!isClear) return
  clear.fill(1, headFirst, headLast + 1)
  for (const line of gist) clear[line] = 1
}

/** Frames of runtimes, test frameworks and installed packages: not where the fault is. */
const library =
  /^\s*(?:at |File |\d+: |[\w./-]+:\d+).*(?:node:|node_modules|site-packages|\/lib\/python|java\.base|jdk\.|sun\.|org\.junit|org\.apache\.maven|\/rustc\/|\/usr\/(?:local\/|lib\/)?go)/

function isLibraryFrame(line: string): boolean {
  return library.test(line.slice(0, 300))
}
