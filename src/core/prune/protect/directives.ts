import { type Lines, lineAt } from '../../text/lines.ts'

const begin = '⟦NO_PRUNE_BEGIN⟧'
const end = '⟦NO_PRUNE_END⟧'

/** Lines between the two directives, and the directives; one left open protects to the end. */
export function protectedLines(lines: Lines): Uint8Array {
  const flags = new Uint8Array(lines.count)
  if (!lines.text.includes(begin)) return flags
  let isOpen = false
  for (let index = 0; index < lines.count; index++) {
    const line = lineAt(lines, index)
    if (line.includes(begin)) isOpen = true
    if (isOpen) flags[index] = 1
    if (line.lastIndexOf(end) > line.lastIndexOf(begin)) isOpen = false
  }
  return flags
}
