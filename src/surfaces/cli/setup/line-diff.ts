import { sharedPositions } from '../../../core/text/shared-positions.ts'

/** The lines that differ between two texts, with `-` and `+`; what is the same around them is left out. */
export function lineDiff(before: string, after: string): readonly string[] {
  const old = linesOf(before)
  const fresh = linesOf(after)
  const shared = sharedPositions(old, fresh)
  const lines: string[] = []
  let oldAt = 0
  let freshAt = 0
  for (const [oldEnd, freshEnd] of [...shared, [old.length, fresh.length] as const]) {
    if (oldEnd > oldAt || freshEnd > freshAt) {
      lines.push(`@@ line ${freshAt + 1}`)
      lines.push(...old.slice(oldAt, oldEnd).map((line) => `-${line}`))
      lines.push(...fresh.slice(freshAt, freshEnd).map((line) => `+${line}`))
    }
    oldAt = oldEnd + 1
    freshAt = freshEnd + 1
  }
  return lines
}

function linesOf(text: string): readonly string[] {
  if (text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
