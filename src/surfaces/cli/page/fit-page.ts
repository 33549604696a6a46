/** Columns narrower than this are not worth a fold. */
const leastColumns = 20

/** A page of help on a narrow terminal: meanings are folded below themselves, examples stay whole. */
export function fitPage(page: string, columns: number | undefined): string {
  if (columns === undefined) return page
  return page
    .split('\n')
    .map((line) => fitLine(line, columns))
    .join('\n')
}

function fitLine(line: string, columns: number): string {
  const parts = /^( +\S.*? {2,}|(?=\S))(\S.*)$/.exec(line)
  const [, start = '', meaning = ''] = parts ?? []
  const room = columns - start.length
  if (!parts || line.length <= columns || room < leastColumns) return line
  return start + fold(meaning, room).join(`\n${' '.repeat(start.length)}`)
}

function fold(text: string, room: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
