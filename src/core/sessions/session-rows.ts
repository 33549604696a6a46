/** A file as the values it holds: one document, or one a line. */
export interface SessionRows {
  readonly rows: readonly unknown[]
  /** Lines that are no JSON; the last may still be being written, and is not counted. */
  readonly damagedLines: number
}

export function sessionRows(text: string): SessionRows {
  const whole = parse(text)
  if (whole !== undefined) return { rows: [whole], damagedLines: 0 }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const parsed = lines.map(parse)
  const rows = parsed.filter((row) => row !== undefined)
  const isLastWhole = parsed.at(-1) !== undefined
  return { rows, damagedLines: lines.length - rows.length - (isLastWhole ? 0 : 1) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
