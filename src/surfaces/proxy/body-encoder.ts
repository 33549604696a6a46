import { facet, type Sieved } from '../../engine.ts'
import type { BodyBytes } from './body-bytes.ts'

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
}: Pick<Sieved, 'parts' | 'conversation'>): BodyBytes {
  const before = memory.get(encodedFacet)
  const isSame = before?.written === written
  const bytes = isSame ? before.bytes : Buffer.from(written)
  if (!isSame) memory.set(encodedFacet, { written, bytes }, bytes.length)
  return rest === '' ? [bytes] : [bytes, Buffer.from(rest)]
}
