import { join } from 'node:path'
import type { Config } from './schema.ts'

/** The folder in which each namespace has one for what was left out of its texts. */
export function omissionsFolder(home: string): string {
  return join(home, 'o')
}

/** By default where the agent is on this machine and the machine is its user's own. */
export function hasOmissionFiles({
  mask,
  server,
  store,
}: Pick<Config, 'mask' | 'server' | 'store'>): boolean {
  const needsToken = server.requireToken || server.token !== undefined
  return mask.omissionFiles ?? (!needsToken && store.url === undefined)
}
