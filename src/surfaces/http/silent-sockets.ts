import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface SilentSockets {
  count(): number
  closeAll(): void
}

/** Connections on which no request has come yet: Node does not count them as idle when it stops. */
export function trackSilentSockets(server: Server): SilentSockets {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return {
    count: () => silent.size,
    closeAll() {
      for (const socket of silent) socket.destroy()
    },
  }
}
