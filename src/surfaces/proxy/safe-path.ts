/** However often a path is encoded, a provider and what stands before it decode it less often. */
const maxRounds = 4
const encodedByte = /%[0-9a-f]{2}/i
const encodedBytes = /%([0-9a-f]{2})/gi
// biome-ignore lint/suspicious/noControlCharactersInRegex: some servers drop these characters.
const ignoredBySome = /[\u0000-\u0020\u007f]/g
const dotSegment = /(?:^|[/\\])\.{1,2}(?:[;?#][^/\\]*)?(?:[/\\]|$)/

/**
 * Whether a provider, or a server in front of it, could read a path as one outside of the base path it
 * is put behind: `..` in plain, encoded, with parameters, between backslashes.
 */
export function leavesItsBase(url: string): boolean {
  const query = url.indexOf('?')
  let path = query === -1 ? url : url.slice(0, query)
  // Most paths hold neither.
  if (!path.includes('%') && !path.includes('.')) return false
  for (let round = 0; encodedByte.test(path); round++) {
    if (round === maxRounds) return true
    path = path.replace(encodedBytes, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  }
  return dotSegment.test(path.replace(ignoredBySome, ''))
}
