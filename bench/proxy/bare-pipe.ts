// The plainest proxy there is: `node bare-pipe.ts UPSTREAM`.
import { Agent, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

const upstream = new URL(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true })
const server = createServer((request, response) => {
  const { method, url: path, headers } = request
  const { hostname: host, port } = upstream
  const onward = httpRequest({ host, port, method, path, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
})
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
