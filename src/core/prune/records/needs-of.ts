import type { TextRecord } from './text-record.ts'

/** Per line, the line that must stay when it stays, or -1: the head of its record, the head's title. */
export function needsOf(count: number, records: readonly TextRecord[]): Int32Array {
  const needs = new Int32Array(count).fill(-1)
  for (const { first, last, headFirst, headLast, under } of records) {
    needs.fill(headLast, first, last + 1)
    for (let line = headFirst; line <= headLast; line++) needs[line] = line - 1
    needs[headFirst] = under
  }
  return needs
}
