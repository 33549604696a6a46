import type { Lines } from '../../text/lines.ts'
import type { Goal } from '../goal/goal.ts'
import type { LineTree } from '../records/line-tree.ts'
import type { Failure } from '../records/raise-failures.ts'
import type { LineOf, TextRecord } from '../records/text-record.ts'
import type { LogScan } from './scan-log.ts'

/** What is known of a log when its lines have been read. */
export interface ReadLog {
  readonly lines: Lines
  readonly scan: LogScan
  readonly goal: Goal
  readonly goalWeights: Float64Array
  readonly tree: LineTree
  readonly records: readonly TextRecord[]
  readonly failures: readonly Failure[]
}

/** The lines without time stamps; past the end there are empty ones. */
export function lineReaderOf({ lines, scan }: ReadLog): LineOf {
  return (line) => lines.text.slice(scan.messageStart[line] ?? 0, lines.ends[line] ?? 0)
}
