/** Where a figure stands in what the parts printed. */
export interface Place {
  readonly part: string
  /** How the line above the table begins. */
  readonly heading: string
  /** How the line of the figure begins, however many blanks it has. */
  readonly row: string
  /** Which of the numbers after that, from 0. */
  readonly column: number
}

const number = /(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g

/** The figure at a place; `undefined` when the part did not run or did not print it. */
export function printedFigure(
  outputs: ReadonlyMap<string, string>,
  { part, heading, row, column }: Place,
): number | undefined {
  const lines = (outputs.get(part) ?? '').split('\n').map((line) => line.trim())
  const head = lines.findIndex((line) => line.startsWith(heading))
  if (head < 0) return undefined
  const wanted = row.replaceAll(/\s+/g, ' ')
  const line = lines
    .slice(head)
    .map((one) => one.replaceAll(/\s+/g, ' '))
    .find((one) => one.startsWith(wanted))
  const found = line?.slice(wanted.length).match(number)?.[column]
  return found === undefined ? undefined : Number(found)
}
