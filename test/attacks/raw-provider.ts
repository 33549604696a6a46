import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** Writes whatever bytes it likes once a request has come whole; `request` is its head and body. */
export type RawAnswer = (socket: Socket, request: string) => void

export interface RawProvider {
  readonly url: string
  /** How the next requests are answered. */
  answerWith(answer: RawAnswer): void
  /** Every request so far, head and body. */
  readonly seen: readonly string[]
  close(): Promise<void>
}

/** A provider that is bound by no library: it may answer with bytes that no server would send. */
export async function startRawProvider(): Promise<RawProvider> {
  const seen: string[] = []
  const sockets = new Set<Socket>()
  let answer: RawAnswer = (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n')
  const server = createServer((socket) => {
    let came = ''
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    socket.setEncoding('latin1').on('data', (chunk) => {
      came += chunk
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(came)?.[1] ?? 0)
      const end = came.indexOf('\r\n\r\n')
      if (end === -1 || came.length < end + 4 + length) return
      seen.push(came)
      const whole = came
      came = ''
      answer(socket, whole)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith(next) {
      answer = next
    },
    seen,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
