import type { Client, PriorDiscovery } from '@modelcontextprotocol/client'
import { z } from 'zod'

const modern = z.looseObject({ kind: z.literal('modern'), discover: z.looseObject({}) })

/** What a connected client learned about its server's protocol, to be kept and handed back. */
export function eraOf(client: Client): string {
  const discover = client.getDiscoverResult()
  return discover === undefined || client.getProtocolEra() === 'legacy'
    ? 'legacy'
    : JSON.stringify({ kind: 'modern', discover })
}

/** The same, for the next start; `undefined` probes. */
export function priorOf(era: string | undefined): PriorDiscovery | undefined {
  if (era === undefined) return undefined
  if (era === 'legacy') return { kind: 'legacy' }
  const kept = modern.safeParse(JSON.parse(era))
  return kept.success ? (kept.data as unknown as PriorDiscovery) : undefined
}
