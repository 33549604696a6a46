import { facet, type Sieved } from '../../engine.ts'

interface Encoded {
  readonly written: string
  readonly bytes: Buffer
}

const encodedFacet = facet<Encoded>('encoded')

/**
 * The bytes of a sieved body. Between two commits a conversation is sent with the same beginning: its
 * bytes are kept for the next time.
 */
export function encodeBody({
  parts: { written, rest },
  conversation: { memory },
}: Pick<Sieved, 'parts' | 'conversation'>): Buffer {
  const before = memory.get(encodedFacet)
  const isSame = before?.written === written
  const bytes = isSame ? before.bytes : Buffer.from(written)
  if (!isSame) memory.set(encodedFacet, { written, bytes }, bytes.length)
  return Buffer.concat([bytes, Buffer.from(rest)])
}
