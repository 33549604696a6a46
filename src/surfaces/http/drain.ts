import type { Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { SilentSockets } from './silent-sockets.ts'

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
