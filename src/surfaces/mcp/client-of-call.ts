import {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type AskedClient, askedMethods } from '../../engine.ts'
import { longestAnswerMs } from './held-calls.ts'

/** What a client declared: in its handshake, or with each request. */
export interface Declared {
  readonly capabilities: Readonly<Record<string, unknown>>
  readonly logLevel?: string | undefined
}

/** Whether a request is of the newer era, where the client is asked by the answer. */
export function isStateless({ mcpReq }: ServerContext): boolean {
  return PROTOCOL_VERSION_META_KEY in (mcpReq.envelope ?? {})
}

/** What this request says of its client, or else what the handshake did. */
export function declaredBy({ mcpReq }: ServerContext, handshake: Declared): Declared {
  const said: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const [capabilities, level] = [said[CLIENT_CAPABILITIES_META_KEY], said[LOG_LEVEL_META_KEY]]
  if (typeof capabilities !== 'object' || capabilities === null) return handshake
  return { capabilities: { ...capabilities }, ...(level ? { logLevel: String(level) } : {}) }
}

/** Whether anything can be asked of a client, or is to be told to it. */
export function isReachable({ capabilities, logLevel }: Declared): boolean {
  return logLevel !== undefined || Object.keys(askedMethods).some((name) => name in capabilities)
}

/** Asks a client of the older era on the stream of its call. */
export function askDuringCall({ mcpReq }: ServerContext): Pick<AskedClient, 'ask' | 'tell'> {
  return {
    ask: (method, params, signal) =>
      mcpReq.send(
        { method, params: { ...params } },
        {
          signal: AbortSignal.any([signal, mcpReq.signal]),
          timeout: longestAnswerMs,
        },
      ),
    tell(method, params) {
      mcpReq.notify({ method, params: { ...params } }).catch(() => undefined)
    },
  }
}
