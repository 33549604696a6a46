import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Engine, Log } from '../../engine.ts'
import { EngineError, errorCodes } from '../../errors.ts'
import { operations } from '../../operations/all.ts'
import { ledgerEvents } from './events.ts'
import { mountGateway } from './gateway.ts'
import { parseJson, requireJson } from './json-body.ts'
import { errorBody, toEngineError } from './send.ts'
import { mountDashboard } from './static.ts'
import { streamOutput, wantsEvents } from './stream-output.ts'

export interface AppDeps {
  readonly engine: Engine
  readonly log: Log
  readonly maxBodyBytes: number
  /** The MCP endpoint, a web-standard handler. */
  readonly mcp: (request: Request) => Promise<Response>
  /** Aborted when the daemon stops: what never ends by itself ends then. */
  readonly closing: AbortSignal
}

/** The dashboard at `/`, `GET /health`, `GET /api/events`, `POST /api/<operation>`, the gateway and `/mcp`. */
export function createApp({ engine, log, maxBodyBytes, mcp, closing }: AppDeps): Hono {
  const app = new Hono()
  app.get('/health', async (context) => context.json(await engine.health()))
  mountDashboard(app)
  app.get('/api/events', ledgerEvents(engine, closing))
  app.all('/mcp', (context) => mcp(context.req.raw))
  app.use(
    '/api/*',
    bodyLimit({ maxSize: maxBodyBytes, onError: () => refuseLargeBody(maxBodyBytes) }),
  )
  for (const { name, run } of operations)
    app.post(`/api/${name}`, async (context) => {
      requireJson(context.req.header('content-type'))
      const input = parseJson(await context.req.text())
      if (wantsEvents(context)) return streamOutput(context, (call) => run(engine, input, call))
      const call = { source: 'http', signal: context.req.raw.signal }
      return context.json((await run(engine, input, call)) as object)
    })
  mountGateway(app, engine)
  app.notFound((context) => {
    const error = new EngineError('not_found', `Nothing is served at ${context.req.path}`, {
      hint: 'See docs/reference/http.md for the routes.',
    })
    return context.json(errorBody(error), 404)
  })
  app.onError((cause, context) => {
    const error = toEngineError(cause)
    if (error.code === 'internal_error')
      log.error('api-failed', { path: context.req.path, cause: cause.stack })
    return context.json(errorBody(error), errorCodes[error.code].status)
  })
  return app
}

function refuseLargeBody(maxBytes: number): never {
  throw new EngineError('body_too_large', `The body is longer than ${maxBytes} bytes`, {
    hint: 'Raise server.max_body_bytes in tamis.toml.',
  })
}
