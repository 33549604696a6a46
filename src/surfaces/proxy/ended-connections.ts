import { buildConnector } from 'undici'

/** Connects as undici does, and lets an error of the connection say how much had come over it. */
export function tellingConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options)
  return (to, done) =>
    connect(to, (...[failure, socket]) => {
      if (failure) return done(failure, null)
      socket.on('error', (error) =>
        Object.assign(error, { socket: { bytesRead: socket.bytesRead } }),
      )
      done(null, socket)
    })
}

/** A dead connection says so as soon as it is written to. Later than this, the provider was at work. */
const soonMs = 1000

/**
 * Whether a connection that had carried an answer before was closed at once, without a byte of this
 * one. A provider closes what has been idle; a machine that slept finds out when it sends. One that
 * leaves after a while has read the question, and asking again would be billed again.
 */
export function hadEnded(error: Error, waitedMs: number): boolean {
  const { code, socket } = error as { code?: unknown; socket?: { bytesRead?: unknown } }
  if (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET' && code !== 'EPIPE') return false
  return waitedMs < soonMs && typeof socket?.bytesRead === 'number' && socket.bytesRead > 0
}
