import type { Coding } from '../rows/coding.ts'

/** SQLite keeps every text as it is; a list is kept as JSON. */
export const sqliteCoding: Coding<string> = {
  toText: (text) => text,
  fromText: String,
  toList: (texts) => JSON.stringify(texts),
  fromList: (value) => JSON.parse(String(value)),
}
