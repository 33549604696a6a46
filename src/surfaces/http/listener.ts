import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/visitor.ts'

/** What the app knows of a request besides the request itself. */
export interface AppBindings {
  /** Absent for the files of the dashboard, which anyone may load. */
  readonly visitor: Visitor | undefined
}

export type AppContext = Context<{ Bindings: AppBindings }>

/** The visitor behind a request; a route that asks for one is closed to those who were not let in. */
export function visitorOf(context: AppContext): Visitor {
  const { visitor } = context.env
  if (visitor) return visitor
  throw new EngineError('token_invalid', 'Nobody was let in with this request.')
}

/** The API as a plain `node:http` handler. */
export function createHttpListener(
  app: Hono<{ Bindings: AppBindings }>,
): (
  request: IncomingMessage,
  response: ServerResponse,
  visitor: Visitor | undefined,
) => Promise<void> {
  const visitors = new WeakMap<object, Visitor>()
  const listen = getRequestListener(
    (request, env) => app.fetch(request, { visitor: visitors.get((env as HttpBindings).incoming) }),
    { overrideGlobalObjects: false },
  )
  return (request, response, visitor) => {
    if (visitor) visitors.set(request, visitor)
    return listen(request, response)
  }
}
