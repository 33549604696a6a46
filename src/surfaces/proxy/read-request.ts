import type { IncomingMessage } from 'node:http'
import { EngineError } from '../../errors.ts'

/**
 * The whole body before anything is sent on: a provider's connection is never held by a client that
 * is slow to speak. `undefined` when the client left before its end.
 */
export function readRequest(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const refuse = (): void => {
      request.pause()
      request.removeListener('data', onData)
      reject(
        new EngineError('body_too_large', `The body is longer than ${maxBytes} bytes`, {
          hint: 'Raise server.max_body_bytes in tamis.toml.',
        }),
      )
    }
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > maxBytes) refuse()
      else chunks.push(chunk)
    }
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return refuse()
    request.on('data', onData)
    request.on('end', () => {
      const [only] = chunks
      resolve(chunks.length === 1 ? only : Buffer.concat(chunks))
    })
    request.on('close', () => {
      if (!request.readableEnded) resolve(undefined)
    })
    request.on('error', () => resolve(undefined))
  })
}
