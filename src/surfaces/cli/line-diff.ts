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

/** Positions of lines that are in both, in order: a longest common run of them, between equal ends. */
function sharedPositions(
  old: readonly string[],
  fresh: readonly string[],
): readonly (readonly [number, number])[] {
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1
  let tail = 0
  const mostTail = Math.min(old.length, fresh.length) - start
  while (tail < mostTail && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  const middle = longestCommon(
    old.slice(start, old.length - tail),
    fresh.slice(start, fresh.length - tail),
  )
  return [
    ...Array.from({ length: start }, (_, index) => [index, index] as const),
    ...middle.map(([one, other]) => [one + start, other + start] as const),
    ...Array.from(
      { length: tail },
      (_, index) => [old.length - tail + index, fresh.length - tail + index] as const,
    ),
  ]
}

const mostCells = 4_000_000

function longestCommon(
  old: readonly string[],
  fresh: readonly string[],
): readonly (readonly [number, number])[] {
  if (old.length * fresh.length > mostCells) return []
  const lengths = commonLengths(old, fresh)
  const pairs: (readonly [number, number])[] = []
  for (let row = 0, column = 0; row < old.length && column < fresh.length; ) {
    if (old[row] === fresh[column]) pairs.push([row++, column++])
    else if (lengths(row + 1, column) >= lengths(row, column + 1)) row += 1
    else column += 1
  }
  return pairs
}

/** How many lines the rests of both texts share, from each pair of positions on. */
function commonLengths(
  old: readonly string[],
  fresh: readonly string[],
): (row: number, column: number) => number {
  const width = fresh.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = fresh.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        old[row] === fresh[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  return at
}

function linesOf(text: string): readonly string[] {
  if (text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
