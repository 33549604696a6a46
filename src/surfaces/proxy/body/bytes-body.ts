import { isUtf8 } from 'node:buffer'
import { type BodyText, textBody } from '../../../engine.ts'

/**
 * Shorter bodies are made text whole: what that leaves to the collector of memory makes it look at the
 * newest things in time, and the bytes of bodies go with them before all that lives has to be looked at.
 */
const minBytes = 256 * 1024

/**
 * A body as received. Its beginning is mostly that of a request before: bytes are compared, and only
 * what follows is made text.
 */
export function bytesBody(body: Buffer, fromBytes = minBytes): BodyText {
  if (body.length < fromBytes) return textBody(body.toString('utf8'))
  let text: string | undefined
  const whole = (): string => {
    text ??= body.toString('utf8')
    return text
  }
  return {
    size: body.length,
    whole,
    startsWith: (one) =>
      one.kind === 'bytes' ? hasBytes(body, one.bytes) : textBody(whole()).startsWith(one),
    after: (one) =>
      one.kind === 'bytes' ? body.toString('utf8', one.bytes.length) : textBody(whole()).after(one),
    beginning(words, behind) {
      if (behind?.kind === 'text') return textBody(whole()).beginning(words, behind)
      const from = behind?.bytes.length ?? 0
      const end = from + Buffer.byteLength(words)
      // Bytes that are not UTF-8 are not as many as what was read of them.
      return isUtf8(body.subarray(from, end))
        ? { kind: 'bytes', bytes: body.subarray(0, end) }
        : textBody(whole()).beginning(body.toString('utf8', 0, from) + words)
    },
  }
}

function hasBytes(body: Buffer, beginning: Uint8Array): boolean {
  const { length } = beginning
  return length <= body.length && body.compare(beginning, 0, length, 0, length) === 0
}
