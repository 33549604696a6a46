import type { Agent } from 'undici'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'
import { guardedLookup, isForbiddenHost } from './addresses.ts'

let shared: Promise<Agent> | undefined

/** Connections for one request to an address that may be asked; throws where it may not. */
export async function guardedAgent(url: string | URL): Promise<Agent> {
  requireAllowed(url)
  // Loaded when first needed: most runs of the command line ask no server.
  shared ??= import('undici').then(
    ({ Agent }) => new Agent({ connect: { timeout: connectTimeoutMs, lookup: guardedLookup } }),
  )
  return shared
}

const connectTimeoutMs = 15_000

/** Refuses an address that is never asked, whoever names it. */
export function requireAllowed(url: string | URL): void {
  const { hostname } = new URL(url)
  if (!isForbiddenHost(hostname)) return
  throw new EngineError(
    'upstream_forbidden',
    phrase`${hostname} is a link-local or metadata address`,
    {
      hint: 'No request goes there, whoever asks for it.',
      details: { host: hostname },
    },
  )
}
