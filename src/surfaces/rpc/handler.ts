import type { IncomingMessage, ServerResponse } from 'node:http'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import type { Call } from '../../operations/operation.ts'
import { requireJson } from '../http/json-body.ts'
import { intricacyOf } from '../http/json-shape.ts'
import type { ReadBody } from '../http/read-body.ts'
import { sendJson } from '../http/send.ts'
import { complexityFailure, dispatch, parseFailure, type RpcDeps } from './dispatch.ts'

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
