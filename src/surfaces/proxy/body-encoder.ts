import type { Sieved } from '../../engine.ts'

/** The bytes of a sieved body. */
export type BodyEncoder = (parts: Sieved['parts']) => Buffer

interface Encoded {
  readonly written: string
  readonly bytes: Buffer
}

/** Between two commits a conversation is sent with the same beginning: its bytes are kept for the next time. */
export function bodyEncoder(maxBodies = 32, maxBytes = 32 * 1024 * 1024): BodyEncoder {
  let known: readonly Encoded[] = []

  function bytesOf(written: string): Buffer {
    const before = known.find((one) => one.written === written)
    if (before) return before.bytes
    const bytes = Buffer.from(written)
    known = fitting([{ written, bytes }, ...known.slice(0, maxBodies - 1)], maxBytes)
    return bytes
  }

  return ({ written, rest }) => Buffer.concat([bytesOf(written), Buffer.from(rest)])
}

function fitting(newestFirst: readonly Encoded[], maxBytes: number): readonly Encoded[] {
  let bytes = 0
  return newestFirst.filter((one) => {
    bytes += one.bytes.length
    return bytes <= maxBytes
  })
}
