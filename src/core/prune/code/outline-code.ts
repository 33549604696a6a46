import type { Lines } from '../../text/lines.ts'

/** Who encloses whom, read from indentation; indexes are 0-based. */
export interface CodeOutline {
  /** The line that opens the block around each line, -1 at the top level. */
  readonly parent: Int32Array
  /** The last line of what hangs under each line; the line itself where nothing does. */
  readonly end: Uint32Array
  readonly isBlank: Uint8Array
}

const tabWidth = 4

/** A brace on a line of its own belongs to what it opens or closes, a blank line to what is open. */
export function outlineCode(lines: Lines): CodeOutline {
  const { count } = lines
  const parent = new Int32Array(count).fill(-1)
  const end = Uint32Array.from({ length: count }, (_, index) => index)
  const isBlank = new Uint8Array(count)
  const open: Opener[] = []
  for (let index = 0; index < count; index++) {
    const start = firstCharacter(lines, index)
    const isBrace = isBracket(lines.text.charCodeAt(start))
    const indent = columnsTo(lines, index, start)
    if (start < 0) isBlank[index] = 1
    else closeDeeper(open, isBrace ? indent + 1 : indent)
    parent[index] = open.at(-1)?.line ?? -1
    if (start < 0) continue
    for (const opener of open) end[opener.line] = index
    if (!isBrace) open.push({ line: index, indent })
  }
  return { parent, end, isBlank }
}

interface Opener {
  readonly line: number
  readonly indent: number
}

/** A line closes what is indented as much or more; a bracket leaves its own opener open. */
function closeDeeper(open: Opener[], indent: number): void {
  while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
}

/** `{`, `}`, `]` and `)`. */
function isBracket(code: number): boolean {
  return code === 0x7b || code === 0x7d || code === 0x5d || code === 0x29
}

/** Offset of the first character that is no blank; -1 for a blank line. */
function firstCharacter(lines: Lines, index: number): number {
  const end = lines.ends[index] ?? 0
  for (let at = lines.starts[index] ?? 0; at < end; at++) {
    const code = lines.text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x09) return at
  }
  return -1
}

function columnsTo(lines: Lines, index: number, offset: number): number {
  let columns = 0
  for (let at = lines.starts[index] ?? 0; at < offset; at++) {
    columns += lines.text.charCodeAt(at) === 0x09 ? tabWidth : 1
  }
  return columns
}
