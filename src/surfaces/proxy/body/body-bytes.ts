/** The bytes of a body, in pieces that are sent one after the other: joining a long one copies all of it. */
export type BodyBytes = readonly Buffer[]

export function byteLength(pieces: BodyBytes): number {
  let sum = 0
  for (const piece of pieces) sum += piece.length
  return sum
}

/** All of it in one; the piece itself where there is one only. */
export function joined(pieces: BodyBytes): Buffer {
  const [only] = pieces
  return only && pieces.length === 1 ? only : Buffer.concat(pieces)
}
