/** What a record tells of the thing it is about. */
export type RecordKind = 'failure' | 'warning' | 'success' | 'entry'

/** Lines of a text that are about one thing; all line numbers are 0-based. */
export interface TextRecord {
  readonly first: number
  readonly last: number
  /** The head names the thing: it stays with whatever is kept of the record. */
  readonly headFirst: number
  readonly headLast: number
  readonly kind: RecordKind
  /** The lines beside the head that tell most: the message of an exception, what was expected. */
  readonly gist: readonly number[]
  /** The line above that the record cannot be read without (column names, the file), or -1. */
  readonly under: number
  /** The same failure is told a second time elsewhere, and better. */
  readonly isRepeat?: boolean
}

/** The content of a line (0-based) as a reader sees it: without colours and time stamp. */
export type LineOf = (line: number) => string
