import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Environment } from './process-environment.ts'

/**
 * Whether this folder and this environment set nothing that a prune goes by: then whoever uses the
 * same home, a daemon for instance, answers as we would.
 */
export function isUnset(
  flags: { readonly config?: string | undefined; readonly namespace?: string | undefined },
  environment: Environment,
  folder: string,
): boolean {
  return (
    flags.config === undefined &&
    flags.namespace === undefined &&
    !existsSync(join(resolve(folder), 'tamis.toml')) &&
    !Object.keys(environment).some(isSetting)
  )
}

/**
 * Whether the home's configuration sets nothing that a prune goes by either: then the defaults hold,
 * and the rest of it is neither read nor checked.
 */
export async function isPlainHome(home: string): Promise<boolean> {
  const file = join(home, 'tamis.toml')
  if (!existsSync(file)) return true
  const { parse } = await import('smol-toml')
  try {
    return Object.entries(parse(readFileSync(file, 'utf8'))).every(isApartFromPruning)
  } catch {
    // Whoever reads all of it says what is wrong with it.
    return false
  }
}

const otherTables: ReadonlySet<string> = new Set(
  'gateway knowledge llm mask memory models nli proxy rag'.split(' '),
)

function isApartFromPruning([table, settings]: readonly [string, unknown]): boolean {
  if (typeof settings !== 'object' || settings === null) return false
  return otherTables.has(table) || (table === 'server' && !('locale' in settings))
}

/** Keys of providers are for the proxy, and where the home is says nothing about it. */
function isSetting(variable: string): boolean {
  return /^(?:TAMIS|MCP_PRUNER|KIMI|DEEPINFRA|OTEL)_/.test(variable) && variable !== 'TAMIS_HOME'
}
