import { sharedPositions } from './shared-positions.ts'

/** A run of words that both texts have, or only the old or the new one. */
export interface Piece {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** What changed between two texts, word by word; long rewritten parts are given whole, old before new. */
export function wordDifference(before: string, after: string): readonly Piece[] {
  const old = wordsOf(before)
  const fresh = wordsOf(after)
  const pieces: { kind: Piece['kind']; text: string }[] = []
  const push = (kind: Piece['kind'], words: readonly string[]): void => {
    if (words.length === 0) return
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += words.join('')
    else pieces.push({ kind, text: words.join('') })
  }
  let oldAt = 0
  let freshAt = 0
  for (const [oldEnd, freshEnd] of sharedPositions(old, fresh, mostCells)) {
    push('gone', old.slice(oldAt, oldEnd))
    push('new', fresh.slice(freshAt, freshEnd))
    push('same', fresh.slice(freshEnd, freshEnd + 1))
    oldAt = oldEnd + 1
    freshAt = freshEnd + 1
  }
  push('gone', old.slice(oldAt))
  push('new', fresh.slice(freshAt))
  return pieces
}

/** About 500 changed words on either side. */
const mostCells = 250_000

/** Words and other signs, each with the blanks behind it: blanks alone are no words in common. */
function wordsOf(text: string): readonly string[] {
  return text.match(/(?:[\p{L}\p{N}\p{M}_]+|\S)\s*|\s+/gu) ?? []
}
