import type { Lines } from '../../../text/lines.ts'
import type { TextRecord } from '../text-record.ts'

/** Forms in which a whole text is records, one after the other. */
export type RecordForm = 'table' | 'csv' | 'ndjson' | 'history' | 'diff' | 'listing' | 'search'

/** A text read as records; lines outside of them have no more than a place. */
export interface RecordSet {
  readonly form: RecordForm
  readonly records: readonly TextRecord[]
  /** What of it has columns. */
  readonly tables: readonly Table[]
}

/** Records in a row that have the same columns. */
export interface Table {
  /** '' for a column without a name. */
  readonly columns: readonly string[]
  /** The cells of a record by column; '' where it has none. */
  readonly cellsOf: (record: TextRecord) => readonly string[]
  readonly rows: readonly TextRecord[]
}

/** Reads one form. `sample` are filled lines from all over the text, its first lines among them. */
export interface WholeReader {
  readonly form: RecordForm
  readonly recognises: (sample: readonly string[], lines: Lines) => boolean
  readonly read: (lines: Lines) => RecordSet | undefined
}

/** A record of one line, under another. */
export function rowRecord(line: number, under: number, last = line): TextRecord {
  const place = { first: line, last, headFirst: line, headLast: last, under }
  return { ...place, kind: 'entry', gist: [] }
}
