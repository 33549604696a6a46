import { EngineError } from '../../errors.ts'

/** The whole body of a web request, or a refusal as soon as it is longer than `maxBytes`. */
export async function boundedBody(request: Request, maxBytes: number): Promise<Buffer> {
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > maxBytes) throw tooLarge(maxBytes)
  // A body with a declared length is held to it by the server.
  const read =
    declared === null
      ? readUpTo(request, maxBytes)
      : request.arrayBuffer().then((bytes) => Buffer.from(bytes))
  return read.catch((cause: unknown) => {
    throw cause instanceof EngineError ? cause : bodyCut(cause)
  })
}

/** What a client that leaves in the middle of its body is told, if it can still hear. */
export function bodyCut(cause: unknown): EngineError {
  return new EngineError('invalid_input', 'The body stopped before its end', { cause })
}

async function readUpTo(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(maxBytes: number): EngineError {
  return new EngineError('body_too_large', `The body is longer than ${maxBytes} bytes`, {
    hint: 'Raise server.max_body_bytes in tamis.toml.',
  })
}
