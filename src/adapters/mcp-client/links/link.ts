import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { SdkHttpError } from '@modelcontextprotocol/client'
import type { Fetch } from '../../../network/guarded-fetch.ts'
import type { JsonObject } from '../../../ports/store/catalog.ts'
import type { LinkEvents, ServerLink } from '../../../ports/tool-server.ts'
import type { ServerDefinition } from '../definition.ts'
import { openTransport } from '../transport.ts'
import { engineErrorIn, lastLine, messageOf, requireUsable, unavailable } from '../unavailable.ts'

/** A connection for one client alone: nothing is understood but what the transport needs to know. */
export async function openLink(
  definition: ServerDefinition,
  fetch: Fetch,
  events: LinkEvents,
): Promise<ServerLink> {
  requireUsable(definition)
  const { transport, lastWords } = openTransport(definition, fetch)
  const failed = (error: unknown): Error =>
    engineErrorIn(error) ??
    unavailable(definition.name, lastLine(lastWords()) || messageOf(error), error)
  let closing: Promise<void> | undefined
  transport.onmessage = (message) => {
    noteVersion(transport, message)
    events.onMessage(message as unknown as JsonObject)
  }
  transport.onclose = () => {
    if (!closing) events.onClose()
  }
  await transport.start().catch((error: unknown) => {
    throw failed(error)
  })
  return {
    async send(message) {
      try {
        await transport.send(message as unknown as JSONRPCMessage)
      } catch (error) {
        const answer = answerIn(error)
        if (answer === undefined) throw failed(error)
        events.onMessage(answer)
      }
    },
    close() {
      closing ??= transport.close()
      return closing
    },
  }
}

/** Later requests over HTTP name the version that was agreed on. */
function noteVersion(transport: Transport, message: JSONRPCMessage): void {
  const agreed = 'result' in message ? message.result?.protocolVersion : undefined
  if (typeof agreed === 'string') transport.setProtocolVersion?.(agreed)
}

/** The JSON-RPC error inside an HTTP error, where there is one. */
function answerIn(error: unknown): JsonObject | undefined {
  const text = error instanceof SdkHttpError ? error.data.text : undefined
  if (typeof text !== 'string' || !text.startsWith('{')) return undefined
  try {
    const body = JSON.parse(text) as JsonObject
    return body.jsonrpc === '2.0' && 'error' in body ? body : undefined
  } catch {
    return undefined
  }
}
