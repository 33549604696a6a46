import { styleText } from 'node:util'
import type { Output } from './output.ts'

type Look = 'bold' | 'green' | 'red' | 'dim'

/** Colours on a terminal only, and never under `NO_COLOR`. */
export function styled(
  look: Look,
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  return styleText(look, text, { stream })
}

/** A help page with its headings set apart: the lines that end in a colon, and `Usage:`. */
function withHeadings(page: string): string {
  return page.replaceAll(/^(?:\S.*:|Usage ?:)(?=$| )/gm, (heading) => styled('bold', heading))
}

/** A page of help, with its headings and as wide as the terminal. */
export function showPage(output: Output, page: string): void {
  output.result(withHeadings(fitPage(page, process.stdout.columns)))
}

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
