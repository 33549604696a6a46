import type { Transport } from '@modelcontextprotocol/client'

type OnMessage = NonNullable<Transport['onmessage']>

/**
 * The SDK takes up answers at once and notifications a moment later, so that an answer that came right
 * behind the last word on its progress would be taken first, and that word dropped. Here answers wait.
 */
export function keepOrder(transport: Transport): void {
  const deliver = transport.onmessage as OnMessage | undefined
  if (!deliver) return
  let isNotified = false
  transport.onmessage = ((message, extra) => {
    if ('method' in message) {
      isNotified = true
      deliver(message, extra)
      return
    }
    if (!isNotified) return deliver(message, extra)
    setImmediate(() => deliver(message, extra))
  }) as OnMessage
}
