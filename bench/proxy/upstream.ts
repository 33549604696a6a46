// A provider that answers at once, or streams paced frames. Runs as its own process: `node upstream.ts`.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const reply = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'gpt-5',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 1, total_tokens: 101 },
})
const frames = 40
const paceMs = 20

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  let bytes = 0
  let isStream = false
  request.on('data', (chunk: Buffer) => {
    if (bytes === 0) isStream = chunk.subarray(0, 200).includes('"stream":true')
    bytes += chunk.length
  })
  request.on('end', async () => {
    if (!isStream) {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': reply.length,
      })
      response.end(reply)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (let frame = 0; frame < frames; frame++) {
      response.write(`data: {"choices":[{"index":0,"delta":{"content":"word ${frame}"}}]}\n\n`)
      await setTimeout(paceMs)
    }
    response.end('data: [DONE]\n\n')
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
