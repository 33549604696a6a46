/** A row as a driver gives it: only the names of its columns are known. */
export type Row = Readonly<Record<string, unknown>>

/** How a database keeps texts and lists of texts. */
export interface Coding<List> {
  toText(text: string): string
  fromText(value: unknown): string
  toList(texts: readonly string[]): List
  fromList(value: unknown): readonly string[]
}
