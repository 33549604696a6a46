/** At most `limit` per group, in order: what is over moves behind everything else. */
export function diversify<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
  limit: number,
): readonly Item[] {
  const seen = new Map<string, number>()
  const kept: Item[] = []
  const over: Item[] = []
  for (const item of items) {
    const group = groupOf(item)
    const count = (seen.get(group) ?? 0) + 1
    seen.set(group, count)
    if (count <= limit) kept.push(item)
    else over.push(item)
  }
  return [...kept, ...over]
}
