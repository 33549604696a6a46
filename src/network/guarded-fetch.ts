import type { LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { guardedLookup } from './addresses.ts'
import { requireAllowed } from './guarded-agent.ts'

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** A `fetch` that never asks link-local or metadata addresses, however they are spelled or named, and follows no redirect. */
export function guardedFetch(
  connectTimeoutMs = 15_000,
  lookup: LookupFunction = guardedLookup,
): Fetch {
  let dispatcher: Agent | undefined
  return async (url, init = {}) => {
    requireAllowed(url)
    // Loaded when first needed: most runs of the command line ask no server.
    const { Agent, fetch } = await import('undici')
    dispatcher ??= new Agent({
      connect: { timeout: connectTimeoutMs, lookup },
      // Streams that wait for news are silent for long.
      bodyTimeout: 0,
      headersTimeout: 0,
    })
    const answer = await fetch(String(url), {
      ...(init as unknown as Parameters<typeof fetch>[1]),
      redirect: 'error',
      dispatcher,
    })
    const { status, statusText, headers, body } = answer
    // Libraries know a response by the class that Node itself has.
    return new Response(body as ReadableStream<Uint8Array> | null, {
      status,
      statusText,
      headers: [...headers],
    })
  }
}
