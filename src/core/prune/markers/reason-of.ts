import type { Lines } from '../../text/lines.ts'
import type { LineRange } from '../../text/ranges.ts'
import type { NamesIn } from '../scored-lines.ts'
import { type Fold, foldOf } from './fold-of.ts'
import type { MarkerWords } from './marker-words.ts'

/** A block must hide this many markers before its own marker may grow. */
const worthNaming = 12
const longestNames = 48

/** Why a block is hidden: for a large one, also what it names, so that a reader knows what to recover. */
export function reasonOf(
  lines: Lines,
  gap: LineRange,
  markerLength: number,
  namesIn: NamesIn,
  { plainReason, alike }: Pick<MarkerWords, 'plainReason' | 'alike'>,
): string {
  const hidden = (lines.ends[gap.end - 1] ?? 0) - (lines.starts[gap.start - 1] ?? 0)
  const fold = hidden < markerLength + longestFold ? undefined : foldOf(lines, gap)
  if (fold !== undefined) return `${plainReason}: ${foldText(fold, alike)}`
  if (hidden < worthNaming * markerLength) return plainReason
  const names = new Set(
    namesIn(gap.start - 1, gap.end - 1)
      .map(plainName)
      .filter(isName),
  )
  const fitting = fittingNames([...names])
  return fitting === '' ? plainReason : `${plainReason}: ${fitting}`
}

/** What a fold may add to a marker. */
const longestFold = 96
const longestThing = 36

/** `94 alike, web-1 … web-94`. */
function foldText({ count, from, to }: Fold, alike: string): string {
  const [first, last] = [from, to].map((thing) => plainThing(thing).slice(0, longestThing))
  return first === '' || last === '' ? `${count} ${alike}` : `${count} ${alike}, ${first} … ${last}`
}

/** Without what could end a marker. */
function plainThing(thing: string): string {
  return thing.replace(/[⟦⟧\p{Cc}]/gu, '').replace(/[,;:]+$/, '')
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
