import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { type LocalServer, listenLocally } from '../../support/listen-locally.ts'
import {
  type Asked,
  chatReply,
  messagesReply,
  type Reply,
  responsesReply,
} from './provider-replies.ts'

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
  /** Resolves when the answer was sent or its connection closed: `done` or `closed`. */
  readonly ended: Promise<'done' | 'closed'>
}

/** A local server that speaks the providers' formats, and misbehaves where its model's name says so. */
export interface Provider extends LocalServer {
  /** `/v1` included, as clients are configured. */
  readonly baseUrl: string
  readonly seen: SeenRequest[]
  nextRequest(): Promise<SeenRequest>
  openSockets(): number
}

type Fault = (response: ServerResponse, reply: Reply, asked: Asked) => void

const json = 'application/json'
const compressors = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync }

/** Faults by the model's name. */
const faults: Readonly<Record<string, Fault>> = {
  'fault-429': (response) =>
    send(response, 429, json, '{"error":{"message":"slow down","type":"rate_limit_error"}}', {
      'retry-after': '7',
      'x-request-id': 'req_abc',
    }),
  'fault-500': (response) => send(response, 500, json, '{"error":{"message":"oops"}}', {}),
  'fault-html': (response) => send(response, 502, 'text/html', '<html>Bad gateway</html>', {}),
  'fault-broken-json': (response) => send(response, 200, json, '{"choices":[{"mess', {}),
  'fault-empty': (response) => response.writeHead(204).end(),
  'fault-reset': (response) => response.socket?.resetAndDestroy(),
  'fault-refuse-late': (response) => response.socket?.destroy(),
  'fault-hang': () => undefined,
  'fault-cut': (response, { frames }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frames.slice(0, 3).join(''), () => response.socket?.destroy())
  },
  'fault-cut-json': (response, reply) => {
    const text = JSON.stringify(reply.json)
    response.writeHead(200, { 'content-type': json, 'content-length': text.length + 100 })
    response.write(text, () => response.socket?.destroy())
  },
  'fault-stall': (response, { frames }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frames.slice(0, 3).join(''))
  },
  'fault-drip': (response, { frames }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    drip(response, Buffer.from(frames.slice(0, 4).join('')))
  },
  'fault-drip-short': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    drip(response, Buffer.from('data: {"a":1}\n\n'))
  },
  // A head that never ends: one more header at a time.
  'fault-drip-head': ({ socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket?.write('x-more: 1\r\n'), 50)
    socket?.once('close', () => clearInterval(timer))
  },
  'odd-slow': (response, { frames }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const next = (at: number): void => {
      if (at >= frames.length) response.end()
      else response.write(frames[at], () => setTimeout(next, 100, at + 1))
    }
    next(0)
  },
  'odd-large': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const piece = Buffer.alloc(64 * 1024, 'x')
    let left = 1600
    const write = (): void => {
      while (left-- > 0) if (!response.write(piece)) return void response.once('drain', write)
      response.end()
    }
    write()
  },
  'fault-redirect': (response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
  'odd-trailers': (response, reply) => {
    response.writeHead(200, { 'content-type': json, trailer: 'x-checksum' })
    response.write(JSON.stringify(reply.json))
    response.addTrailers({ 'x-checksum': 'abc123' })
    response.end()
  },
  'odd-crlf': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-odd': 'ä' })
    response.end(
      `: hi\r\ndata: {"a":1}\r\nunknown: field\r\n\r\ndata: ${'x'.repeat(1_000_000)}\r\n\r\n`,
    )
  },
  ...Object.fromEntries(
    Object.entries(compressors).map(([encoding, compress]) => [
      `odd-${encoding}`,
      (response: ServerResponse, reply: Reply) => {
        response.writeHead(200, { 'content-type': json, 'content-encoding': encoding })
        response.end(compress(JSON.stringify(reply.json)))
      },
    ]),
  ),
}

/** A byte at a time. */
function drip(response: ServerResponse, bytes: Buffer, at = 0): void {
  if (at >= bytes.length || response.destroyed) response.end()
  else response.write(bytes.subarray(at, at + 1), () => setImmediate(drip, response, bytes, at + 1))
}

export async function startProvider(): Promise<Provider> {
  const seen: SeenRequest[] = []
  const sockets = new Set<Socket>()
  const waiting: ((request: SeenRequest) => void)[] = []
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const ended = new Promise<'done' | 'closed'>((resolve) => {
      response.once('finish', () => resolve('done'))
      response.once('close', () => resolve('closed'))
    })
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers, rawHeaders } = request
    const one = { method, url, headers, rawHeaders, body: Buffer.concat(chunks), ended }
    seen.push(one)
    waiting.shift()?.(one)
    answer(one, response)
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  const local = await listenLocally(server)
  return {
    ...local,
    baseUrl: `${local.url}/v1`,
    seen,
    nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
    openSockets: () => sockets.size,
  }
}

function answer({ url, body, headers }: SeenRequest, response: ServerResponse): void {
  const path = url.split('?')[0] ?? ''
  const asked = parse(body)
  const reply = replyTo(path, asked)
  const fault = faults[asked.model ?? '']
  if (!reply) echo(path, body, headers, response)
  else if (fault) fault(response, reply, asked)
  else if (asked.stream) sendFrames(response, reply.frames)
  else send(response, 200, json, JSON.stringify(reply.json), { 'x-request-id': 'req_1' })
}

function sendFrames(response: ServerResponse, frames: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req_1' })
  writeFrames(response, frames)
}

function replyTo(path: string, asked: Asked): Reply | undefined {
  if (path.endsWith('/chat/completions')) return chatReply(asked)
  if (path.endsWith('/responses')) return responsesReply(asked)
  return path.endsWith('/messages') ? messagesReply(asked) : undefined
}

function echo(
  path: string,
  body: Buffer,
  headers: IncomingMessage['headers'],
  response: ServerResponse,
): void {
  const counted = { input_tokens: body.length }
  const answer = path.endsWith('/count_tokens') ? counted : { path, bytes: body.length, headers }
  send(response, 200, json, JSON.stringify(answer), {})
}

/** One frame a tick, as a model would. */
function writeFrames(response: ServerResponse, frames: readonly string[]): void {
  const [first, ...rest] = frames
  if (first === undefined || response.destroyed) {
    response.end()
    return
  }
  response.write(first, () => setImmediate(() => writeFrames(response, rest)))
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  const length = Buffer.byteLength(body)
  response.writeHead(status, { 'content-type': type, 'content-length': length, ...headers })
  response.end(body)
}

function parse(body: Buffer): Asked {
  // What is this long or nested this deep is not meant to be understood.
  if (body.length > 10_000_000 || body.includes('[[[[[[[[')) return {}
  try {
    return JSON.parse(body.toString()) as Asked
  } catch {
    return {}
  }
}
