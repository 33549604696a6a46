// Buffers the body and dispatches it, nothing else: `node bare-dispatch.ts UPSTREAM`.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'

const origin = process.argv[2] ?? ''
const dispatcher = new Agent()
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const { method = 'GET', url: path = '/' } = request
    const body = Buffer.concat(chunks)
    dispatcher.dispatch(
      { origin, path, method: method as 'POST', headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart(_, status, fields) {
          const {
            connection: ____,
            'keep-alive': _____,
            'transfer-encoding': ______,
            ...kept
          } = fields
          response.writeHead(status, kept)
          if (fields['content-length'] === undefined) response.flushHeaders()
        },
        onResponseData(controller, chunk) {
          if (response.write(chunk)) return
          controller.pause()
          response.once('drain', () => controller.resume())
        },
        onResponseEnd: () => void response.end(),
        onResponseError: () => void response.destroy(),
      },
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
