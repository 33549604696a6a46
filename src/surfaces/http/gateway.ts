import type { Hono } from 'hono'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import { rpcError } from './error-projections.ts'
import { parseJson, requireJson } from './json-body.ts'
import { type AppBindings, visitorOf } from './listener.ts'

type RequestId = string | number | null

interface RpcMessage {
  readonly id?: RequestId
  readonly method: string
  readonly params?: unknown
}

/** `POST /api/mcp-gateway/<server>/rpc`: JSON-RPC to one upstream, its answer with oversized strings shortened. */
export function mountGateway(app: Hono<{ Bindings: AppBindings }>): void {
  app.post('/api/mcp-gateway/:server/rpc', async (context) => {
    const visitor = visitorOf(context)
    requireJson(context.req.header('content-type'))
    const message = parseJson(await context.env.readBody())
    if (!isMessage(message)) return context.json(failure(null, -32600, 'Invalid Request'), 400)
    if (message.id === undefined) return context.body(null, 202)
    const server = context.req.param('server')
    const { signal } = context.req.raw
    return context.json(await answer(visitor, server, message, signal))
  })
}

async function answer(
  { engine, caller }: Visitor,
  server: string,
  { id = null, method, params }: RpcMessage,
  signal: AbortSignal,
): Promise<object> {
  try {
    const result =
      method === 'initialize'
        ? await initialize({ engine, caller }, server, asObject(params))
        : await engine.discovery.forwarding.rpc(server, method, asObject(params), {
            source: 'gateway',
            caller,
            signal,
          })
    return { jsonrpc: '2.0', id, result }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const { code, message, data } = rpcError(error)
    const { rpc_code: theirs } = error.details
    return failure(id, typeof theirs === 'number' ? theirs : code, message, data)
  }
}

/** The handshake is ours: the upstream has had its own. */
async function initialize(
  { engine, caller }: Visitor,
  server: string,
  { protocolVersion }: Readonly<Record<string, unknown>>,
): Promise<object> {
  const call = { source: 'gateway', caller, signal: never }
  await engine.discovery.forwarding.rpc(server, 'ping', {}, call)
  return {
    protocolVersion: typeof protocolVersion === 'string' ? protocolVersion : '2025-11-25',
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: { name: `tamis gateway to ${server}`, version: '1' },
  }
}

const never = new AbortController().signal

function failure(id: RequestId, code: number, message: string, data?: object): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data ? { data } : {}) } }
}

function isMessage(value: unknown): value is RpcMessage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return (
    'jsonrpc' in value &&
    value.jsonrpc === '2.0' &&
    'method' in value &&
    typeof value.method === 'string'
  )
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
