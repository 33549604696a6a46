import type { Coding } from '../rows/coding.ts'

/** Postgres keeps every character but one: NUL. It is written as this mark and a 0, the mark itself as itself and a 1. */
const mark = '\uE000'

/** A text as a column can hold it; see `fromColumn`. */
export function toColumn(text: string): string {
  if (!text.includes('\0') && !text.includes(mark)) return text
  return text.replaceAll(mark, `${mark}1`).replaceAll('\0', `${mark}0`)
}

/** The text that `toColumn` was given. */
export function fromColumn(value: unknown): string {
  const text = String(value)
  if (!text.includes(mark)) return text
  return text.replaceAll(`${mark}0`, '\0').replaceAll(`${mark}1`, mark)
}

/** Texts without NUL, and lists as arrays. */
export const postgresCoding: Coding<readonly string[]> = {
  toText: toColumn,
  fromText: fromColumn,
  toList: (texts) => texts.map(toColumn),
  fromList: (value) => (Array.isArray(value) ? value.map(fromColumn) : []),
}
