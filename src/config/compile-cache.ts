import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { homeFolder } from './home-folder.ts'
import type { Environment } from './process-environment.ts'

/**
 * Where Node remembers our compiled code: in the home, which outlives a restart of the machine and
 * is ours alone. `undefined` where there is no home yet, since looking around makes none: then Node
 * takes the temporary folder.
 */
export function compileCacheFolder(
  words: readonly string[],
  environment: Environment,
): string | undefined {
  const home = homeFolder(homeFlag(words), environment)
  return existsSync(home) ? join(home, 'cache', 'compiled') : undefined
}

function homeFlag(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === '--home' || word.startsWith('--home='))
  const word = words[at]
  if (word === undefined || words.slice(0, at).includes('--')) return undefined
  return word === '--home' ? words[at + 1] : word.slice('--home='.length)
}
