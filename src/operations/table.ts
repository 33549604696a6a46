import type { Say } from '../core/text/say.ts'

/** Columns as wide as their widest cell, with headings in the reader's language; numbers to the right, words to the left. */
export function toColumns(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  say: Say,
): string {
  const header = headings.map(say)
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => String(row[column] ?? '').length)),
  )
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          typeof cell === 'number'
            ? String(cell).padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
