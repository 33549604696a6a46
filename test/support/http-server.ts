import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Answers one request; `body` is what the client sent, read to its end. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
) => void | Promise<void>

/** A real HTTP server on a free port; `close` also cuts what is still connected. */
export async function openHttpServer(
  handler: Handler,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    request.setEncoding('utf8')
    const body = (await request.toArray()).join('')
    await handler(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The same for one test, closed when it ends. */
export async function startHttpServer(handler: Handler): Promise<string> {
  const { url, close } = await openHttpServer(handler)
  onTestFinished(close)
  return url
}

/** An address where nobody listens: a port that was free a moment ago. */
export async function unusedAddress(): Promise<string> {
  const { url, close } = await openHttpServer(() => {})
  await close()
  return url
}
