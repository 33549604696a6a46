/** Rows of cells as a table of Markdown, the first row as its head; empty rows stay out. */
export function tableRows(rows: readonly (readonly string[])[]): string {
  const lines = rows
    .map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
  const [head, ...rest] = lines.map((cells) => `| ${cells.join(' | ')} |`)
  if (head === undefined) return ''
  const rule = `|${' --- |'.repeat(lines[0]?.length ?? 1)}`
  return [head, rule, ...rest].join('\n')
}
