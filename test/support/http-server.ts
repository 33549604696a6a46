import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { type LocalServer, listenLocally } from './listen-locally.ts'

/** Answers one request; `body` is what the client sent, read to its end. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
) => void | Promise<void>

/** A real HTTP server on a free port. */
export async function openHttpServer(handler: Handler): Promise<LocalServer> {
  const server = createServer(async (request, response) => {
    request.setEncoding('utf8')
    const body = (await request.toArray()).join('')
    await handler(request, response, body)
  })
  return listenLocally(server)
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
