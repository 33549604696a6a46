import type { IncomingMessage, ServerResponse } from 'node:http'
import { isObject } from '../../core/text/json-splice.ts'
import type { Engine } from '../../engine.ts'
import { EngineError, errorCodes } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import type { Call } from '../../operations/operation.ts'
import { operationOfTool, toolsOf } from '../../operations/tools.ts'
import { rpcError } from '../http/error-projections.ts'
import { requireJson } from '../http/json-body.ts'
import { intricacyOf } from '../http/json-shape.ts'
import type { ReadBody } from '../http/read-body.ts'
import { sendJson } from '../http/send.ts'

export interface RpcDeps {
  readonly engine: Engine
  readonly version: string
  /** Told of faults of our own; the caller only learns that there was one. */
  readonly onFault: (error: unknown) => void
}

type Params = Readonly<Record<string, unknown>>
type Method = (deps: RpcDeps, params: Params, call: Call) => unknown

const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

const methods: Readonly<Record<string, Method>> = {
  initialize: ({ version }, { protocolVersion }) => ({
    protocolVersion:
      protocolVersions.find((known) => known === protocolVersion) ?? protocolVersions[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'tamis', version },
  }),
  'notifications/initialized': () => ({}),
  ping: () => ({}),
  'tools/list': () => ({ tools: toolsOf('all') }),
  'tools/call': callTool,
  'resources/list': () => ({ resources: [] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'prompts/list': () => ({ prompts: [] }),
  health: ({ engine }) => engine.health(),
}

/** Nobody else is served while a batch is worked through. */
const mostInBatch = 100
const batchProblem = { message: `A batch holds 1 to ${mostInBatch} requests` }

/** Answers one JSON-RPC message, or a batch; `undefined` when nothing is to be said. */
export async function dispatch(deps: RpcDeps, message: unknown, call: Call): Promise<unknown> {
  if (!Array.isArray(message)) return answer(deps, message, call)
  if (message.length === 0 || message.length > mostInBatch)
    return failure(null, new RpcError(-32600, 'Invalid Request', batchProblem))
  const answers = await Promise.all(message.map((single) => answer(deps, single, call)))
  const said = answers.filter((single) => single !== undefined)
  return said.length > 0 ? said : undefined
}

/** The answer to a body that is not JSON. */
export function parseFailure(): object {
  return failure(null, new RpcError(-32700, 'Parse error'))
}

/** The answer to a body that would hold up everyone else while it is parsed. */
export function complexityFailure(reason: string): object {
  const data = { code: 'body_too_complex', message: `The JSON of the body ${reason}` }
  return failure(null, new RpcError(errorCodes.body_too_complex.rpc, 'Invalid Request', data))
}

async function answer(deps: RpcDeps, message: unknown, call: Call): Promise<object | undefined> {
  if (!isRequest(message)) return failure(idOf(message), new RpcError(-32600, 'Invalid Request'))
  const { id, method, params } = message
  try {
    const result = await run(deps, method, params, call)
    return id === undefined ? undefined : { jsonrpc: '2.0', id, result }
  } catch (error) {
    return id === undefined ? undefined : failure(id, toRpcError(error, deps))
  }
}

async function run(deps: RpcDeps, method: string, params: unknown, call: Call): Promise<unknown> {
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!known) throw new RpcError(-32601, 'Method not found', { method })
  if (params !== undefined && !isObject(params))
    throw new RpcError(-32602, 'Invalid params', { path: 'params' })
  return known(deps, params ?? {}, call)
}

async function callTool({ engine }: RpcDeps, params: Params, call: Call): Promise<unknown> {
  const { name, arguments: args = {} } = params
  if (typeof name !== 'string') throw new RpcError(-32602, 'Invalid params', { path: 'name' })
  const operation = operationOfTool(name)
  if (!operation)
    throw new RpcError(-32602, 'Invalid params', { path: 'name', message: `Unknown tool ${name}` })
  return { isError: false, ...(await operation.runForTool(engine, args, call)) }
}

function toRpcError(error: unknown, { onFault }: RpcDeps): RpcError {
  if (error instanceof RpcError) return error
  if (!(error instanceof EngineError)) {
    onFault(error)
    return new RpcError(-32603, 'Internal error', { code: 'internal_error' })
  }
  const { code, data } = rpcError(error)
  return new RpcError(code, namesOfCodes.get(code) ?? error.code, data)
}

/** As the specification of JSON-RPC calls them. */
const namesOfCodes: ReadonlyMap<number, string> = new Map([
  [-32602, 'Invalid params'],
  [-32603, 'Internal error'],
])

function failure(id: RequestId | null, { code, message, data }: RpcError): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data ? { data } : {}) } }
}

type RequestId = string | number

interface RpcRequest {
  readonly id?: RequestId
  readonly method: string
  readonly params?: unknown
}

function isRequest(message: unknown): message is RpcRequest {
  return (
    isObject(message) &&
    message.jsonrpc === '2.0' &&
    typeof message.method === 'string' &&
    (message.id === undefined || idOf(message) !== null)
  )
}

function idOf(message: unknown): RequestId | null {
  const id = isObject(message) ? message.id : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** An error as JSON-RPC 2.0 says it. */
class RpcError extends Error {
  readonly code: number
  readonly data: Readonly<Record<string, unknown>> | undefined

  constructor(code: number, message: string, data?: Readonly<Record<string, unknown>>) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}

/** `POST /rpc`: JSON-RPC 2.0, straight on `node:http` because it is a hot path. */
export function createRpcHandler(
  deps: Omit<RpcDeps, 'engine'>,
  readBody: ReadBody,
): (request: IncomingMessage, response: ServerResponse, visitor: Visitor) => Promise<void> {
  return async (request, response, { engine, caller }) => {
    if (request.method !== 'POST') throw new EngineError('method_not_allowed', 'Use POST for /rpc')
    requireJson(request.headers['content-type'])
    const body = await readBody(request, response)
    const closed = new AbortController()
    response.once('close', () => closed.abort())
    const answer = await answerTo({ ...deps, engine }, body, {
      source: 'rpc',
      caller,
      signal: closed.signal,
    })
    if (answer === undefined) response.writeHead(202).end()
    else sendJson(response, 200, JSON.stringify(answer))
  }
}

async function answerTo(deps: RpcDeps, body: Buffer, call: Call): Promise<unknown> {
  const reason = intricacyOf(body)
  if (reason !== undefined) return complexityFailure(reason)
  let message: unknown
  try {
    message = JSON.parse(body.toString())
  } catch {
    return parseFailure()
  }
  return dispatch(deps, message, call)
}
