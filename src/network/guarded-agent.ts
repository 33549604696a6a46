import type { Agent } from 'undici'
import { guardedLookup } from './addresses.ts'
import { requireAllowed } from './require-allowed.ts'

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
