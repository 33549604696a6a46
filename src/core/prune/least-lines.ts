/** The fewest lines that may stay under both laws, or nothing when `minKeepLines` cannot be met. */
export function leastLines(
  count: number,
  maxPruneRatio: number,
  minKeepLines: number,
): number | undefined {
  if (minKeepLines > count) return undefined
  let hidden = Math.floor(count * maxPruneRatio)
  while (hidden > 0 && hidden / count > maxPruneRatio) hidden -= 1
  return Math.max(count - hidden, minKeepLines)
}
