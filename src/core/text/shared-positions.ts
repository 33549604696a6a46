/**
 * Positions of parts that are in both lists, in order: a longest common run of them, between equal
 * ends. Where comparing what lies between would take more than `mostCells` steps, only the ends count.
 */
export function sharedPositions(
  old: readonly string[],
  fresh: readonly string[],
  mostCells = 4_000_000,
): readonly (readonly [number, number])[] {
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1
  let tail = 0
  const mostTail = Math.min(old.length, fresh.length) - start
  while (tail < mostTail && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  const middle = longestCommon(
    old.slice(start, old.length - tail),
    fresh.slice(start, fresh.length - tail),
    mostCells,
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

function longestCommon(
  old: readonly string[],
  fresh: readonly string[],
  mostCells: number,
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

/** How many parts the rests of both lists share, from each pair of positions on. */
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
