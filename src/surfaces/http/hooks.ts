import type { Hono } from 'hono'
import type { HookReply } from '../../engine.ts'
import { hook } from '../../operations/traffic/hook.ts'
import { parseJson, requireJson } from './json-body.ts'
import { type AppBindings, visitorOf } from './listener.ts'

/** `POST /api/hook/AGENT`: the operation `hook` for agents that call an address themselves and take its answer as it is. */
export function mountHooks(app: Hono<{ Bindings: AppBindings }>): void {
  app.post('/api/hook/:agent', async (context) => {
    const { engine, caller } = visitorOf(context)
    requireJson(context.req.header('content-type'))
    const payload = parseJson(await context.env.readBody())
    const call = { source: 'http', caller, signal: context.req.raw.signal }
    const input = { agent: context.req.param('agent'), payload }
    const reply = (await hook.run(engine, input, call)) as HookReply
    return context.json(reply.answer ?? {})
  })
}
