import type { Lines } from '../text/lines.ts'
import type { LineRange } from '../text/ranges.ts'
import type { NamesIn } from './scored-lines.ts'

/** A block must hide this many markers before its own marker may grow. */
const worthNaming = 12
const longestNames = 48

/** Why a block is hidden: for a large one, also what it names, so that a reader knows what to recover. */
export function reasonOf(
  lines: Lines,
  gap: LineRange,
  markerLength: number,
  namesIn: NamesIn,
  plainReason: string,
): string {
  const hidden = (lines.ends[gap.end - 1] ?? 0) - (lines.starts[gap.start - 1] ?? 0)
  if (hidden < worthNaming * markerLength) return plainReason
  const names = new Set(
    namesIn(gap.start - 1, gap.end - 1)
      .map(plainName)
      .filter(isName),
  )
  const fitting = fittingNames([...names])
  return fitting === '' ? plainReason : `${plainReason}: ${fitting}`
}

/** Letters, digits and the signs of identifiers and titles: nothing that could end a marker. */
function plainName(name: string): string {
  return name
    .replace(/[^\p{L}\p{N} _.$'()-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function isName(name: string): boolean {
  return name !== '' && name.length <= longestNames
}

function fittingNames(names: readonly string[]): string {
  let text = ''
  for (const name of names) {
    const longer = text === '' ? name : `${text}, ${name}`
    if (longer.length > longestNames) return `${text}…`
    text = longer
  }
  return text
}
