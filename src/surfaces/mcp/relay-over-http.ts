import { isJsonContentType, readRequestBody } from '@modelcontextprotocol/server'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Message, RelayedServer } from './relayed-server.ts'
import { rewriteEvents } from './rewrite-events.ts'

const methods = ['GET', 'POST', 'DELETE']
const sentOn = /^(?:accept|content-type|last-event-id|mcp-.+)$/
const sentBack = /^(?:content-type|cache-control|allow|retry-after|mcp-.+)$/

export interface RelayLimits {
  readonly maxBodyBytes: number
  /** Processes of upstreams that clients may have open at once. */
  readonly maxSessions: number
  /** Aborted when the daemon stops. */
  readonly closing: AbortSignal
}

/** A client's request to an upstream that speaks HTTP: sessions, streams and both protocol eras are theirs. */
export async function relayOverHttp(
  upstream: RelayedServer,
  request: Request,
  { maxBodyBytes, closing }: Pick<RelayLimits, 'maxBodyBytes' | 'closing'>,
): Promise<Response> {
  if (!methods.includes(request.method))
    throw new EngineError('method_not_allowed', phrase`${request.method} is not served here`)
  const body = request.method === 'POST' ? await readMessage(request, maxBodyBytes) : undefined
  const answer = body && (await upstream.answer(body, request.signal))
  if (answer) return Response.json(answer)
  const leaving = new AbortController()
  // A stream that waits for news never ends by itself; a call is let finish when the daemon stops.
  const ends = request.method === 'GET' ? [closing] : []
  const response = await upstream.relay.exchange({
    method: request.method,
    headers: pick(request.headers, sentOn),
    body: body && JSON.stringify(body),
    signal: AbortSignal.any([request.signal, leaving.signal, ...ends]),
  })
  return reviewResponse(upstream, response, () => leaving.abort())
}

/** One message, parsed here and written anew, so that nobody downstream reads it differently. */
async function readMessage(request: Request, maxBodyBytes: number): Promise<Message> {
  if (!isJsonContentType(request.headers.get('content-type')))
    throw new EngineError('unsupported_media_type', 'The body must be application/json')
  const read = await readRequestBody(request, maxBodyBytes)
  if (read.tooLarge)
    throw new EngineError('body_too_large', phrase`The body is over ${maxBodyBytes} bytes`)
  const message = parse(read.text)
  if (typeof message === 'object' && message !== null && !Array.isArray(message))
    return message as Message
  throw new EngineError('invalid_input', 'The body is not one JSON-RPC message')
}

async function reviewResponse(
  upstream: RelayedServer,
  response: Response,
  onLeave: () => void,
): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  const init = { status: response.status, headers: pick(response.headers, sentBack) }
  if (response.body === null) return new Response(null, init)
  const review = (message: unknown): Promise<unknown> => upstream.review(message as Message)
  if (type.startsWith('text/event-stream')) {
    const events = rewriteEvents(response.body, review)
    return new Response(toStream(events, onLeave), init)
  }
  const text = await readBounded(response.body, onLeave)
  const message = type.startsWith('application/json') ? parse(text) : undefined
  if (typeof message !== 'object' || message === null) return new Response(text, init)
  return new Response(JSON.stringify(await review(message)), init)
}

const largestAnswerBytes = 16 * 1024 * 1024

/** An answer that does not end is cut off, as a started server's is. */
async function readBounded(body: AsyncIterable<Uint8Array>, onLeave: () => void): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    text += decoder.decode(chunk, { stream: true })
    if (bytes <= largestAnswerBytes) continue
    onLeave()
    throw new EngineError('server_unavailable', 'The server sent more than one answer may hold', {
      hint: 'Ask it for less.',
    })
  }
  return text + decoder.decode()
}

/** A reader that leaves ends the upstream's stream at once, also while it waits for the next event. */
function toStream(events: AsyncGenerator<string>, onLeave: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await events.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: onLeave,
  })
}

function pick(headers: Headers, wanted: RegExp): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => wanted.test(name)))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
