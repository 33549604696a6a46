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

/**
 * Whether a connection that had carried an answer before was closed without a byte of this one. A
 * provider closes what has been idle; a machine that slept or stood still finds out when it sends.
 */
export function hadEnded(error: Error): boolean {
  const { code, socket } = error as { code?: unknown; socket?: { bytesRead?: unknown } }
  if (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET' && code !== 'EPIPE') return false
  return typeof socket?.bytesRead === 'number' && socket.bytesRead > 0
}
