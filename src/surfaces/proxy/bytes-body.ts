import { isUtf8 } from 'node:buffer'
import { type BodyText, textBody } from '../../engine.ts'

/** Shorter bodies are read whole: nothing is remembered of how they begin. */
const minBytes = 20_000

/**
 * A body as it came. Its beginning is mostly that of a request before: bytes are compared, and only
 * what follows is made text.
 */
export function bytesBody(body: Buffer): BodyText {
  if (body.length < minBytes) return textBody(body.toString('utf8'))
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
