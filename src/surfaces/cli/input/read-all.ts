import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** All that a stream has; an interrupt ends the reading, also where whoever writes goes on. */
export async function readAll(stream: Readable, signal: AbortSignal): Promise<Buffer> {
  try {
    const bytes = await buffer(addAbortSignal(signal, stream))
    signal.throwIfAborted()
    return bytes
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
