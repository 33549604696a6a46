import type { OutputOf } from '../../api/operations.ts'
import type { RecordKind } from './read-as.tsx'

type Pruned = OutputOf<'prune.preview'>
export type KeptReason = NonNullable<Pruned['blocks']>[number]['reason']

/** What one row of the result shows: a line, or a fold over lines that were left out. */
export type Row =
  | {
      readonly kind: 'line'
      readonly number: number
      readonly text: string
      /** In 0..100. */
      readonly score: number
      readonly isKept: boolean
      /** Why its block stays, on the first line of the block. */
      readonly reason: KeptReason | undefined
      readonly isCut: boolean
      /** The record it belongs to, and whether it is its first line. */
      readonly record: { readonly kind: RecordKind; readonly isFirst: boolean } | undefined
    }
  | {
      readonly kind: 'fold'
      readonly start: number
      readonly end: number
      readonly marker: string
      readonly reason: string
      readonly isOpen: boolean
    }

/** The text as rows; folds whose first line is in `open` are followed by their lines. */
export function toRows(text: string, pruned: Pruned, open: ReadonlySet<number>): readonly Row[] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  const folds = new Map(pruned.annotations.map((block) => [block.original_start_line, block]))
  const reasons = new Map(pruned.blocks?.map((block) => [block.start, block.reason]))
  const cuts = new Set(pruned.cuts?.map(({ line }) => line))
  const records = recordsByLine(pruned)
  const toLine = (number: number, isKept: boolean): Row => ({
    kind: 'line',
    number,
    text: lines[number - 1] ?? '',
    score: pruned.line_scores?.[number - 1] ?? 0,
    isKept,
    reason: reasons.get(number),
    isCut: cuts.has(number),
    record: records.get(number),
  })
  const rows: Row[] = []
  for (let number = 1; number <= lines.length; number++) {
    const fold = folds.get(number)
    if (!fold) {
      rows.push(toLine(number, true))
      continue
    }
    const { original_end_line: end, reason, marker } = fold
    const isOpen = open.has(number)
    rows.push({ kind: 'fold', start: number, end, marker, reason, isOpen })
    if (isOpen) for (let at = number; at <= end; at++) rows.push(toLine(at, false))
    number = end
  }
  return rows
}

function recordsByLine(pruned: Pruned) {
  const byLine = new Map<number, { kind: RecordKind; isFirst: boolean }>()
  for (const { start, end, kind } of pruned.read_as?.records ?? [])
    for (let line = start; line <= end; line++) byLine.set(line, { kind, isFirst: line === start })
  return byLine
}
