import { type Client, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { type AskedClient, askedMethods } from '../../../ports/asked-client.ts'
import type { JsonObject } from '../../../ports/store/catalog.ts'

/** Whom a connected server may ask, and what it was told of that when it was connected. */
export interface Askable {
  readonly capabilities: JsonObject
  /** The client of the newest call under way. */
  current(): AskedClient | undefined
}

/** What of a client's capabilities a server is told: only what we can pass on. */
export function askableCapabilities(capabilities: JsonObject): JsonObject {
  const names = Object.keys(askedMethods)
  return Object.fromEntries(Object.entries(capabilities).filter(([name]) => names.includes(name)))
}

/** What the server asks or says during a call goes to the client behind that call. */
export function answerServer(client: Client, { capabilities, current }: Askable): void {
  for (const [name, method] of Object.entries(askedMethods)) {
    if (!(name in capabilities)) continue
    const answer = async (params: unknown, signal: AbortSignal): Promise<JsonObject> => {
      const asked = current()
      if (asked) return asked.ask(method, (params ?? {}) as JsonObject, signal)
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'No call is under way')
    }
    client.setRequestHandler(
      method,
      async ({ params }, { mcpReq }) => (await answer(params, mcpReq.signal)) as never,
    )
  }
  for (const method of ['notifications/message', 'notifications/elicitation/complete'] as const)
    client.setNotificationHandler(method, ({ params }) => current()?.tell(method, { ...params }))
}
