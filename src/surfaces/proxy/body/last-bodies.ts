import { facet, type Remembered } from '../../../engine.ts'
import { type BodyBytes, byteLength, joined } from './body-bytes.ts'

const sentFacet = facet<BodyBytes>('sent')

/** Bytes at the beginning that are as in the last request of this conversation, or of the one it was split off from; `undefined` for a first one. */
export function stablePrefix(
  { memory, parent }: { readonly memory: Remembered; readonly parent: Remembered | undefined },
  body: BodyBytes,
): number | undefined {
  const before = memory.get(sentFacet) ?? parent?.get(sentFacet)
  memory.set(sentFacet, body, byteLength(body))
  return before && commonBytes(before, body)
}

/** A piece that is kept from request to request need not be compared. */
function commonBytes(before: BodyBytes, body: BodyBytes): number {
  const [first] = body
  if (!first || first !== before[0]) return commonPrefix(joined(before), joined(body))
  return first.length + commonPrefix(joined(before.slice(1)), joined(body.slice(1)))
}

/** Halves the range until the first difference is found: comparing runs at memory speed. */
export function commonPrefix(a: Buffer, b: Buffer): number {
  let same = 0
  let end = Math.min(a.length, b.length)
  // Often one is the beginning of the other.
  for (let middle = end; same < end; middle = Math.ceil((same + end) / 2)) {
    if (a.compare(b, same, middle, same, middle) === 0) same = middle
    else end = middle - 1
  }
  return same
}
