import { existsSync } from 'node:fs'
import { glob, realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { FileSkip, SkipReason } from '../../ports/files/source-files.ts'
import { skipByError } from './read-plain-file.ts'

const wildcard = /[*?[{]/

/** How many names a pattern is compared with before it is given up. */
const mostCompared = 100_000

/**
 * Expands patterns the shell did not. A path that is there stands for itself, whatever characters
 * it has. A pattern that matches nothing is missing, like a path. A pattern names the folder it starts
 * from: no match leaves it, and links are not followed. One that starts where nothing may be read is not
 * compared with anything: whoever asks learns no name from it.
 */
export async function expandPaths(
  paths: readonly string[],
  skipped: FileSkip[],
  mayRead: (real: string) => boolean = () => true,
): Promise<readonly string[]> {
  const expanded: string[] = []
  for (const path of paths) {
    if (existsSync(path) || !wildcard.test(path)) expanded.push(path)
    else if (!(await startsInside(path, mayRead))) skipped.push({ path, skipped: 'outside_root' })
    else expanded.push(...(await matchesOf(path, skipped)))
  }
  return expanded
}

async function matchesOf(pattern: string, skipped: FileSkip[]): Promise<readonly string[]> {
  const start = startOf(pattern)
  const matches: string[] = []
  let compared = 0
  let isMatched = false
  const exclude = (): boolean => ++compared > mostCompared
  for await (const match of glob(pattern, { exclude })) {
    isMatched = true
    const reason = await reasonAgainst(match, start)
    if (reason) skipped.push({ path: match, skipped: reason })
    else matches.push(match)
  }
  if (compared > mostCompared) skipped.push({ path: pattern, skipped: 'too_large' })
  else if (!isMatched) skipped.push({ path: pattern, skipped: 'missing' })
  return matches
}

/** Whether all that a pattern could match lies where it may be read; one that climbs after its start does not. */
async function startsInside(pattern: string, mayRead: (real: string) => boolean): Promise<boolean> {
  const afterStart = pattern.slice(pattern.search(wildcard))
  if (/(?:^|[/\\])\.\.(?:[/\\]|$)/.test(afterStart) && !mayRead(resolve('/'))) return false
  try {
    return mayRead(await realpath(startOf(pattern)))
  } catch {
    // What is not there is missing, where one may look at all.
    return mayRead(startOf(pattern))
  }
}

/** The folder before the first part with a wildcard. */
function startOf(pattern: string): string {
  return resolve(dirname(`${pattern.slice(0, pattern.search(wildcard))}*`))
}

async function reasonAgainst(match: string, start: string): Promise<SkipReason | undefined> {
  try {
    const root = await realpath(start)
    const below = relative(start, resolve(match))
    if (below === '..' || below.startsWith(`..${sep}`)) return 'outside_root'
    return (await realpath(match)) === join(root, below) ? undefined : 'link'
  } catch (error) {
    return skipByError(error)
  }
}
