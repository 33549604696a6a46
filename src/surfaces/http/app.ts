import { Hono } from 'hono'
import { closest } from '../../core/text/closest.ts'
import type { Say } from '../../core/text/say.ts'
import { type Log, requireScope } from '../../engine.ts'
import { EngineError, errorCodes } from '../../errors.ts'
import { operations } from '../../operations/all.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import { phrase } from '../../phrase.ts'
import { httpError, toEngineError } from './error-projections.ts'
import { ledgerEvents, streamOutput, wantsEvents } from './events.ts'
import { mountGateway } from './gateway.ts'
import { mountHooks } from './hooks.ts'
import { parseJson, requireJson } from './json-body.ts'
import { type AppBindings, type AppContext, visitorOf } from './listener.ts'
import type { SayTo } from './say-to.ts'
import { mountDashboard } from './static.ts'

export interface AppDeps {
  readonly log: Log
  /** The MCP endpoint, web-standard handlers. */
  readonly mcp: {
    fetch(request: Request, visitor: Visitor, body: Body): Promise<Response>
    relay(server: string, request: Request, visitor: Visitor, body: Body): Promise<Response>
  }
  /** The language of the page. */
  readonly locale?: 'en' | 'fr' | undefined
  readonly tell: SayTo
  /** Aborted when the daemon stops: what never ends by itself ends then. */
  readonly closing: AbortSignal
}

/** The dashboard at `/`, `GET /health`, `GET /api/events`, `POST /api/<operation>`, the gateway and `/mcp`. */
export function createApp(deps: AppDeps): Hono<{ Bindings: AppBindings }> {
  const { log, mcp, closing, locale } = deps
  const sayIn = (context: AppContext): Say => deps.tell(context.req.header('accept-language'))
  const app = new Hono<{ Bindings: AppBindings }>()
  app.get('/health', async (context) => context.json(visitorOf(context).engine.health()))
  mountDashboard(app, { locale })
  app.get('/api/events', ledgerEvents(closing))
  app.all('/mcp', async (context) =>
    mcp.fetch(context.req.raw, visitorOf(context), await postedBody(context)),
  )
  app.all('/mcp/:server', async (context) => {
    const visitor = visitorOf(context)
    const body = await postedBody(context)
    return mcp.relay(context.req.param('server'), context.req.raw, visitor, body)
  })
  for (const { name, scope, run } of operations)
    app.post(`/api/${name}`, async (context) => {
      const { engine, caller } = visitorOf(context)
      // Asked again by `run`; here so that a refusal has its status also where the answer streams.
      requireScope(caller, scope, name)
      requireJson(context.req.header('content-type'))
      const input = parseJson(await context.env.readBody())
      if (wantsEvents(context))
        return streamOutput(context, caller, sayIn(context), (call) => run(engine, input, call))
      const { signal } = context.req.raw
      const call = { source: 'http', caller, signal, say: sayIn(context) }
      return context.json((await run(engine, input, call)) as object)
    })
  mountGateway(app)
  mountHooks(app)
  app.notFound((context) => {
    const meant = operationMeant(context.req.path)
    const error = new EngineError('not_found', phrase`Nothing is served at ${context.req.path}`, {
      hint: meant
        ? phrase`Did you mean POST /api/${meant}?`
        : 'See docs/reference/http.md for the routes.',
    })
    return context.json(httpError(error, sayIn(context)), 404)
  })
  app.onError((cause, context) => {
    const error = toEngineError(cause)
    if (error.code === 'internal_error')
      log.error('api-failed', { path: context.req.path, cause: cause.stack })
    return context.json(httpError(error, sayIn(context)), errorCodes[error.code].status)
  })
  return app
}

/** Other methods have none that anyone reads. */
type Body = Buffer | undefined

async function postedBody(context: AppContext): Promise<Body> {
  return context.req.method === 'POST' ? context.env.readBody() : undefined
}

/** Operations are asked for by the names of their tools and commands too. */
function operationMeant(path: string): string | undefined {
  if (!path.startsWith('/api/')) return undefined
  const word = path.slice('/api/'.length)
  const meant = operations.find(({ name, tool }) =>
    [name, tool?.name].some((known) => known === word || known?.endsWith(`.${word}`)),
  )
  return (
    meant?.name ??
    closest(
      word,
      operations.map(({ name }) => name),
    )
  )
}
