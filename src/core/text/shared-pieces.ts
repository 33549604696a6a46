import { ownCopy } from './own-copy.ts'

/** A text in pieces, in order. */
export type Pieces = readonly string[]

const pieceChars = 4096

/** Cuts a text into pieces of its own, but for those that `before` has in the same place: these are held once. */
export function sharedPieces(text: string, before: Pieces = []): Pieces {
  return Array.from({ length: Math.ceil(text.length / pieceChars) }, (_, at) => {
    const piece = text.slice(at * pieceChars, (at + 1) * pieceChars)
    const known = before[at]
    return known === piece ? known : ownCopy(piece)
  })
}
