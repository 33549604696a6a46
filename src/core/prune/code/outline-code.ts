import type { Lines } from '../../text/lines.ts'

/** Who encloses whom, read from indentation; indexes are 0-based. */
export interface CodeOutline {
  /** The nearest line above with less indentation, -1 at the top level. */
  readonly parent: Int32Array
  /** The last line of what hangs under each line; the line itself where nothing does. */
  readonly end: Uint32Array
  readonly isBlank: Uint8Array
}

const tabWidth = 4

/** Braces that close a block belong to its opener, as does a blank line to what follows it. */
export function outlineCode(lines: Lines): CodeOutline {
  const { count } = lines
  const parent = new Int32Array(count).fill(-1)
  const end = Uint32Array.from({ length: count }, (_, index) => index)
  const isBlank = new Uint8Array(count)
  const openers: number[] = []
  const indents: number[] = []
  for (let index = 0; index < count; index++) {
    const indent = indentOf(lines, index)
    if (indent < 0) isBlank[index] = 1
    else {
      while (openers.length > 0 && (indents.at(-1) ?? 0) >= indent) {
        openers.pop()
        indents.pop()
      }
    }
    parent[index] = openers.at(-1) ?? -1
    if (indent < 0) continue
    for (const opener of openers) end[opener] = index
    openers.push(index)
    indents.push(indent)
  }
  return { parent, end, isBlank }
}

/** Columns before the first other character; -1 for a blank line. */
function indentOf(lines: Lines, index: number): number {
  const end = lines.ends[index] ?? 0
  let columns = 0
  for (let at = lines.starts[index] ?? 0; at < end; at++) {
    const code = lines.text.charCodeAt(at)
    if (code === 0x20) columns += 1
    else if (code === 0x09) columns += tabWidth
    else return columns
  }
  return -1
}
