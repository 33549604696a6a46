import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Connections on which no request has come yet: Node does not count them as idle when it stops. */
export function trackSilentSockets(server: Server): { closeAll(): void } {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return {
    closeAll() {
      for (const socket of silent) socket.destroy()
    },
  }
}
