import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'

const lookEveryMs = 50

/**
 * Resolves once every request under way has been answered, or after `timeoutMs`. Until then the port
 * stays open, so that whoever comes is told that we are stopping; whoever came last is told, too.
 */
export async function drain(
  server: Server,
  silentSockets: SilentSockets,
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  await untilQuiet(server, silentSockets, deadline)
  // Right after those who wait at the port were let in: who is still there when it closes is cut off.
  await setImmediate()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  await untilQuiet(server, silentSockets, deadline)
  silentSockets.close(true)
  server.closeAllConnections()
  await closed
}

async function untilQuiet(
  server: Server,
  silentSockets: SilentSockets,
  deadline: number,
): Promise<void> {
  // A connection whose request just ended would otherwise be kept alive for a next one.
  server.closeIdleConnections()
  while (performance.now() < deadline && (await connections(server)) > silentSockets.count()) {
    await setTimeout(lookEveryMs)
    server.closeIdleConnections()
  }
}

function connections(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

interface SilentSockets {
  /** How many have been silent for too long to be waited for. */
  count(): number
  /** Closes those; all of them when told so. */
  close(isAll?: boolean): void
}

/** Whoever connects to ask something has begun to ask by then. */
const speaksWithinMs = 1000

/** Connections on which no request has come yet: Node does not count them as idle when it stops. */
export function trackSilentSockets(
  server: Server,
  now: () => number = () => performance.now(),
): SilentSockets {
  const silent = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    silent.set(socket, now())
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  const idle = (): readonly Socket[] =>
    [...silent].filter(([, since]) => now() - since >= speaksWithinMs).map(([socket]) => socket)
  return {
    count: () => idle().length,
    close(isAll = false) {
      for (const socket of isAll ? silent.keys() : idle()) socket.destroy()
    },
  }
}
