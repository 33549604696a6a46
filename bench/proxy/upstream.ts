// A provider that answers at once, or streams paced frames, over plain sockets: `node upstream.ts`.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const reply = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'gpt-5',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 1, total_tokens: 101 },
})
const wholeReply = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${reply.length}\r\n\r\n${reply}`,
)
const streamHead =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'
const frames = 40
const paceMs = 20
const endOfHead = '\r\n\r\n'

function toChunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}

async function stream(socket: Socket): Promise<void> {
  socket.write(streamHead)
  for (let frame = 0; frame < frames; frame++) {
    socket.write(toChunk(`data: {"choices":[{"index":0,"delta":{"content":"word ${frame}"}}]}\n\n`))
    await setTimeout(paceMs)
  }
  socket.write(`${toChunk('data: [DONE]\n\n')}0\r\n\r\n`)
}

/** Requests come one after another, each with its length. */
function serve(socket: Socket): void {
  let waiting: Buffer = Buffer.alloc(0)
  let left = 0
  let isStream = false

  function take(chunk: Buffer): void {
    if (left === 0) {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
      const end = waiting.indexOf(endOfHead)
      if (end === -1) return
      const head = waiting.toString('latin1', 0, end)
      const body = waiting.subarray(end + endOfHead.length)
      waiting = Buffer.alloc(0)
      left = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
      isStream = body.subarray(0, 2000).includes('"stream":true')
      takeBody(body)
    } else takeBody(chunk)
  }

  function takeBody(chunk: Buffer): void {
    left -= chunk.length
    if (left > 0) return
    left = 0
    if (isStream) void stream(socket)
    else socket.write(wholeReply)
  }

  socket.setNoDelay(true)
  socket.on('data', take)
  socket.on('error', () => undefined)
}

const server = createServer(serve)
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
