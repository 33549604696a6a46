import type { LineAtoms } from '../scored-lines.ts'
import { type LogScan, shape } from './scan-log.ts'

/** Longer blocks are cut like other text: their lines differ too much in worth. */
const mostLines = 6

/** A line and the few lines indented under it stand or fall together: none of them is read alone. */
export function smallBlocks({ flags }: LogScan): LineAtoms {
  const first = new Uint32Array(flags.length)
  const last = new Uint32Array(flags.length)
  let head = 0
  for (let line = 0; line < flags.length; line++) {
    if (!isUnder(flags[line] ?? 0)) head = line
    first[line] = line
    last[line] = line
    if (head < line && !isUnder(flags[line + 1] ?? 0)) join(first, last, head, line)
  }
  return { first, last }
}

function join(first: Uint32Array, last: Uint32Array, head: number, end: number): void {
  if (end - head >= mostLines) return
  first.fill(head, head, end + 1)
  last.fill(end, head, end + 1)
}

function isUnder(flags: number): boolean {
  return (flags & (shape.indented | shape.trace)) !== 0
}
