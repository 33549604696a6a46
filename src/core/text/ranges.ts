/** Lines `start` to `end`, 1-based and inclusive, as people and the contracts count them. */
export interface LineRange {
  readonly start: number
  readonly end: number
}

/** Sorted, without overlap; ranges that touch become one. */
export function mergeRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const sorted = ranges.filter((range) => range.start <= range.end).sort(byStart)
  const merged: LineRange[] = []
  for (const range of sorted) {
    const last = merged.at(-1)
    if (last === undefined || range.start > last.end + 1) merged.push(range)
    else if (range.end > last.end) merged[merged.length - 1] = { start: last.start, end: range.end }
  }
  return merged
}

/** The lines of `1..count` that no range covers. */
export function complementRanges(
  ranges: readonly LineRange[],
  count: number,
): readonly LineRange[] {
  const gaps: LineRange[] = []
  let next = 1
  for (const { start, end } of mergeRanges(ranges)) {
    if (start > next) gaps.push({ start: next, end: Math.min(start - 1, count) })
    next = Math.max(next, end + 1)
    if (next > count) break
  }
  if (next <= count) gaps.push({ start: next, end: count })
  return gaps
}

/** Runs of non-zero flags; `flags[0]` is line 1. */
export function rangesOfFlags(flags: Uint8Array): readonly LineRange[] {
  const ranges: LineRange[] = []
  let start = 0
  for (let index = 0; index <= flags.length; index++) {
    const isSet = index < flags.length && flags[index] !== 0
    if (isSet && start === 0) start = index + 1
    if (!isSet && start !== 0) {
      ranges.push({ start, end: index })
      start = 0
    }
  }
  return ranges
}

/** How many lines merged ranges hold. */
export function countLines(ranges: readonly LineRange[]): number {
  return ranges.reduce((sum, range) => sum + range.end - range.start + 1, 0)
}

function byStart(a: LineRange, b: LineRange): number {
  return a.start - b.start || a.end - b.end
}
