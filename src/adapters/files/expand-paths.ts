import { existsSync } from 'node:fs'
import { glob, realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { FileSkip, SkipReason } from '../../ports/source-files.ts'
import { skipByError } from './read-plain-file.ts'

const wildcard = /[*?[{]/

/**
 * Expands patterns the shell did not. A path that is there stands for itself, whatever characters
 * it has. A pattern that matches nothing is missing, like a path. A pattern names the folder it starts from: no match leaves it, and links are not followed.
 */
export async function expandPaths(
  paths: readonly string[],
  skipped: FileSkip[],
): Promise<readonly string[]> {
  const expanded: string[] = []
  for (const path of paths) {
    if (existsSync(path) || !wildcard.test(path)) {
      expanded.push(path)
      continue
    }
    const start = startOf(path)
    let isMatched = false
    for await (const match of glob(path)) {
      isMatched = true
      const reason = await reasonAgainst(match, start)
      if (reason) skipped.push({ path: match, skipped: reason })
      else expanded.push(match)
    }
    if (!isMatched) skipped.push({ path, skipped: 'missing' })
  }
  return expanded
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
