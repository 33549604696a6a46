/** Tests names against globs of `*` and `?`, whatever the case. A glob is data: nothing else in it is special. */
export function toolMatcher(globs: readonly string[]): (tool: string) => boolean {
  const before = matchers.get(globs)
  if (before) return before
  const matcher = newMatcher(globs)
  matchers.set(globs, matcher)
  return matcher
}

/** A policy lives as long as the daemon, and each of its requests asks. */
const matchers = new WeakMap<readonly string[], (tool: string) => boolean>()

/** Names come from clients: there may be no end to them. */
const maxKnown = 1000

function newMatcher(globs: readonly string[]): (tool: string) => boolean {
  if (globs.length === 0) return () => false
  const pattern = new RegExp(`^(?:${globs.map(toPattern).join('|')})$`, 'is')
  const known = new Map<string, boolean>()
  return (tool) => {
    const before = known.get(tool)
    if (before !== undefined) return before
    const isMatch = pattern.test(tool)
    if (known.size >= maxKnown) known.clear()
    known.set(tool, isMatch)
    return isMatch
  }
}

function toPattern(glob: string): string {
  // Runs of `*` collapse: `**` would only make the matcher backtrack.
  return glob
    .replace(/\*+/g, '*')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
}
