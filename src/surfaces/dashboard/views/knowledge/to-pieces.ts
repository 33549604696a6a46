/** Some lines of a document that belong together. */
export interface Piece {
  /** 1-based, both inclusive. */
  readonly start: number
  readonly end: number
  readonly text: string
}

interface Chunk {
  readonly start_line: number
  readonly end_line: number
}

/** A text cut where its passages begin; no line is lost or shown twice, also where passages share one. */
export function toPieces(text: string, chunks: readonly Chunk[]): readonly Piece[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const pieces: Piece[] = []
  let next = 1
  const add = (end: number): void => {
    if (end < next) return
    pieces.push({ start: next, end, text: lines.slice(next - 1, end).join('\n') })
    next = end + 1
  }
  for (const { start_line, end_line } of chunks) {
    add(Math.min(start_line - 1, lines.length))
    add(Math.min(end_line, lines.length))
  }
  add(lines.length)
  return pieces
}
