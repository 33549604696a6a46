import { PassThrough } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

/** As long as a daemon that stops waits for what is under way: a client may have left for good. */
const longestWaitMs = 30_000

/**
 * Stdin and stdout as a transport that closes, when stdin has ended, only once every request has its
 * answer: a script that pipes its requests in gets them all. The SDK's own closes at once.
 */
export function stdioTransport(
  stdin: NodeJS.ReadableStream,
  onEnd: () => void,
  waitMs = longestWaitMs,
): Transport {
  const input = new PassThrough()
  const wire: Transport = new StdioServerTransport(input)
  const unanswered = new Set<unknown>()
  let hasEnded = false
  const closeIfDone = (): void => {
    if (hasEnded && unanswered.size === 0) input.end()
  }
  const transport: Transport = {
    async start() {
      wire.onmessage = (message, extra) => {
        note(unanswered, message)
        transport.onmessage?.(message, extra)
        closeIfDone()
      }
      wire.onerror = (error) => transport.onerror?.(error)
      wire.onclose = () => {
        stdin.unpipe(input)
        stdin.pause()
        transport.onclose?.()
        onEnd()
      }
      await wire.start()
      // Not before the last message, which is still on its way through the pipe.
      stdin.once('end', () => setImmediate(noteEnd)).once('close', () => setImmediate(noteEnd))
      stdin.pipe(input, { end: false })
    },
    async send(message, options) {
      await wire.send(message, options)
      if ('id' in message && !('method' in message)) unanswered.delete(message.id)
      closeIfDone()
    },
    close: () => wire.close(),
  }
  function noteEnd(): void {
    hasEnded = true
    setTimeout(() => input.end(), waitMs).unref()
    closeIfDone()
  }
  return transport
}

/** A request that was cancelled gets no answer, and a subscription none before its end. */
function note(unanswered: Set<unknown>, message: JSONRPCMessage): void {
  if (!('method' in message)) return
  if ('id' in message) {
    if (message.method !== 'subscriptions/listen') unanswered.add(message.id)
  } else if (message.method === 'notifications/cancelled')
    unanswered.delete(message.params?.requestId)
}
