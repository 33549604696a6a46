import type { IncomingMessage } from 'node:http'
import { EngineError } from '../../errors.ts'
import { bodyCut } from './bounded-body.ts'

/** The whole body, or a refusal as soon as it is longer than `maxBytes`. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = (): void => {
      request.removeListener('data', onData)
      request.pause()
      reject(
        new EngineError('body_too_large', `The body is longer than ${maxBytes} bytes`, {
          hint: 'Raise server.max_body_bytes in tamis.toml.',
        }),
      )
    }
    const chunks: Buffer[] = []
    let bytes = 0
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > maxBytes) tooLarge()
      else chunks.push(chunk)
    }
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      tooLarge()
      return
    }
    request.on('data', onData)
    request.once('end', () =>
      resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks)),
    )
    request.once('error', (cause) => reject(bodyCut(cause)))
  })
}
