import { type Client, LOG_LEVEL_META_KEY, type LoggingLevel } from '@modelcontextprotocol/client'

/** Says to a server which log messages are wanted, in the way of its era; gives what a call must carry. */
export function logWishes(
  client: Client,
): (level: string | undefined) => Promise<{ _meta?: Record<string, unknown> }> {
  let told: string | undefined
  return async (level) => {
    if (level === undefined || !client.getServerCapabilities()?.logging) return {}
    if (client.getProtocolEra() !== 'legacy') return { _meta: { [LOG_LEVEL_META_KEY]: level } }
    if (told !== level) await client.setLoggingLevel(level as LoggingLevel)
    told = level
    return {}
  }
}
