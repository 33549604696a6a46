import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono } from 'hono'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import type { ReadBody } from './read-body.ts'
import { isEvents, sendEvents } from './send.ts'

/** What the app knows of a request besides the request itself. */
export interface AppBindings {
  /** Absent for the files of the dashboard, which anyone may load. */
  readonly visitor: Visitor | undefined
  /** The whole body, within the limits that hold at every door. */
  readBody(): Promise<Buffer>
}

export type AppContext = Context<{ Bindings: AppBindings }>

/** The visitor behind a request; a route that asks for one is closed to those who were not let in. */
export function visitorOf(context: AppContext): Visitor {
  const { visitor } = context.env
  if (visitor) return visitor
  throw new EngineError('token_invalid', 'Nobody was let in with this request.')
}

/** The API as a plain `node:http` handler; `onFault` hears of events that broke off. */
export function createHttpListener(
  app: Hono<{ Bindings: AppBindings }>,
  readBody: ReadBody,
  onFault: (error: unknown) => void,
): (
  request: IncomingMessage,
  response: ServerResponse,
  visitor: Visitor | undefined,
) => Promise<void> {
  const visitors = new WeakMap<object, Visitor>()
  async function answer(request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> {
    const response = await app.fetch(request, {
      visitor: visitors.get(incoming),
      readBody: () => readBody(incoming as IncomingMessage, outgoing as ServerResponse),
    })
    if (!isEvents(response)) return response
    await sendEvents(response, outgoing).catch(onFault)
    return RESPONSE_ALREADY_SENT
  }
  const listen = getRequestListener((request, env) => answer(request, env as HttpBindings), {
    overrideGlobalObjects: false,
  })
  return (request, response, visitor) => {
    if (visitor) visitors.set(request, visitor)
    return listen(request, response)
  }
}
