import { once } from 'node:events'
import { connect } from 'node:net'

/** What came back for one request. */
export interface Answer {
  readonly status: number
  readonly firstByteMs: number
  readonly frames: number
}

/** A kept connection that carries one request at a time. */
export interface Connection {
  send(request: Buffer): Promise<Answer>
  close(): void
}

/** Bytes of a POST, written once: the load must cost less than what it measures. */
export function toRequest(
  url: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): Buffer {
  const lines = Object.entries({
    host: new URL(url).host,
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST /v1/chat/completions HTTP/1.1\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

/** Speaks plain HTTP over a socket. Knows answers with a length and answers in chunks, nothing else. */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  let onChunk: (chunk: Buffer) => void = () => undefined
  let onFailure: (error: Error) => void = () => undefined
  socket.on('data', (chunk: Buffer) => onChunk(chunk))
  socket.on('error', (error) => onFailure(error))
  socket.on('close', () => onFailure(new Error(`${url} closed the connection`)))
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        const reading = readAnswer(performance.now())
        onFailure = reject
        onChunk = (chunk) => {
          const answer = reading(chunk)
          if (answer) resolve(answer)
        }
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}

const endOfHead = '\r\n\r\n'
const lastChunk = Buffer.from('0\r\n\r\n')

/** Takes chunks until the answer is whole. */
function readAnswer(startedAt: number): (chunk: Buffer) => Answer | undefined {
  let head = ''
  let firstByteMs = 0
  let status = 0
  let left = -1
  let frames = 0
  let tail: Buffer = Buffer.alloc(0)

  function readHead(chunk: Buffer): Buffer | undefined {
    head += chunk.toString('latin1')
    const end = head.indexOf(endOfHead)
    if (end === -1) return undefined
    status = Number(head.slice(9, 12))
    const length = /^content-length: *(\d+)/im.exec(head.slice(0, end))?.[1]
    left = length === undefined ? -1 : Number(length)
    return Buffer.from(head.slice(end + endOfHead.length), 'latin1')
  }

  function isEnd(body: Buffer): boolean {
    if (left >= 0) {
      left -= body.length
      return left === 0
    }
    tail = Buffer.concat([tail, body]).subarray(-lastChunk.length)
    return tail.equals(lastChunk)
  }

  return (chunk) => {
    const body = status === 0 ? readHead(chunk) : chunk
    if (!body || status === 0) return undefined
    if (firstByteMs === 0 && body.length > 0) firstByteMs = performance.now() - startedAt
    frames += countFrames(body)
    return isEnd(body) ? { status, firstByteMs, frames } : undefined
  }
}

function countFrames(body: Buffer): number {
  let frames = 0
  for (let at = body.indexOf('data: '); at !== -1; at = body.indexOf('data: ', at + 1)) frames++
  return frames
}
