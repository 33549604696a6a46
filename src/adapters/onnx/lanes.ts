/**
 * What `map` makes of each text, in their order, with at most so many under way. Long texts go first,
 * so that no lane is left with one at the end.
 */
export async function mapInLanes<Result>(
  texts: readonly string[],
  lanes: number,
  map: (text: string) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const left = [...texts.entries()].sort(([, one], [, other]) => other.length - one.length).values()
  const lane = async (): Promise<void> => {
    for (const [at, text] of left) results[at] = await map(text)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
