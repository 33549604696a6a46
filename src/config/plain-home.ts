import { existsSync } from 'node:fs'
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

/** Whether the home has no configuration either: then the defaults hold, and nothing is left to read. */
export function isPlainHome(home: string): boolean {
  return !existsSync(join(home, 'tamis.toml'))
}

/** Keys of providers are for the proxy, and where the home is says nothing about it. */
function isSetting(variable: string): boolean {
  return /^(?:TAMIS|MCP_PRUNER|KIMI|DEEPINFRA|OTEL)_/.test(variable) && variable !== 'TAMIS_HOME'
}
