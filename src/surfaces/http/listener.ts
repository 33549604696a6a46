import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'

/** The API as a plain `node:http` handler. */
export function createHttpListener(
  app: Hono,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
}
