import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const lookEveryMs = 50

/**
 * Resolves once every request under way has been answered, or after `timeoutMs`. Until then the port
 * stays open, so that whoever comes is told that we are stopping.
 */
export async function drain(
  server: Server,
  silentSockets: SilentSockets,
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  // A connection whose request just ended would otherwise be kept alive for a next one.
  server.closeIdleConnections()
  while (performance.now() < deadline && (await connections(server)) > silentSockets.count()) {
    await setTimeout(lookEveryMs)
    server.closeIdleConnections()
  }
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  silentSockets.closeAll()
  server.closeAllConnections()
  await closed
}

function connections(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

interface SilentSockets {
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
