import { styleText } from 'node:util'

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
export function withHeadings(page: string): string {
  return page.replaceAll(/^(?:\S.*:|Usage ?:)(?=$| )/gm, (heading) => styled('bold', heading))
}
