import type { Lines } from '../../text/lines.ts'

/** Lines, and where each begins past what all lines begin with. */
interface Read {
  readonly lines: Lines
  readonly starts: Uint32Array
}

const longestRead = 400

/** A line as it is read: past what all lines begin with, and no further than a reader would look. */
export function lineIn(text: Read, line: number): string {
  return text.lines.text.slice(text.starts[line] ?? 0, endIn(text, line))
}

/** Where a line ends as it is read. */
export function endIn({ lines, starts }: Read, line: number): number {
  return Math.min(lines.ends[line] ?? 0, (starts[line] ?? 0) + longestRead)
}
