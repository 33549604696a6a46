import { type EchoIndex, echoIndex } from './echo-index.ts'
import { hashLines } from './hashed-lines.ts'

/** A result as the model sees it. */
export interface VisibleText {
  readonly key: string
  readonly text: string
}

/** What the model can see of one conversation, found again line by line. */
export interface VisibleTexts {
  readonly index: EchoIndex
  /** The key of each text, by its number in the index. */
  readonly keys: readonly string[]
}

export type VisibleTextsOf = (
  texts: readonly VisibleText[],
  isHidden: (key: string) => boolean,
) => VisibleTexts

interface Remembered {
  readonly index: EchoIndex
  readonly keys: string[]
  /** A result may have been sent whole to one branch of a conversation and short to another. */
  readonly lengths: number[]
  readonly hidden: Set<string>
}

/** Of all conversations together. */
const rememberedChars = 32_000_000

/** A conversation mostly grows at its end: only what is new in it is read. */
export function visibleTextsMemory(maxChars = rememberedChars): VisibleTextsOf {
  // The one that was used last stands first.
  let known: readonly Remembered[] = []

  return (texts, isHidden) => {
    const before = longestBeginning(known, texts)
    const current = before ?? newMemory()
    for (const { key, text } of texts.slice(current.keys.length)) {
      current.index.add(hashLines(text))
      current.keys.push(key)
      current.lengths.push(text.length)
    }
    for (const [number, key] of current.keys.entries())
      if (!current.hidden.has(key) && isHidden(key)) {
        current.hidden.add(key)
        current.index.hide(number)
      }
    known = fitting([current, ...known.filter((one) => one !== before)], maxChars)
    return current
  }
}

function longestBeginning(
  known: readonly Remembered[],
  texts: readonly VisibleText[],
): Remembered | undefined {
  let found: Remembered | undefined
  for (const one of known)
    if (one.keys.length > (found?.keys.length ?? 0) && isBeginning(one, texts)) found = one
  return found
}

/** From the end: two conversations differ there. */
function isBeginning({ keys, lengths }: Remembered, texts: readonly VisibleText[]): boolean {
  if (keys.length > texts.length) return false
  for (let at = keys.length - 1; at >= 0; at--)
    if (keys[at] !== texts[at]?.key || lengths[at] !== texts[at]?.text.length) return false
  return true
}

function newMemory(): Remembered {
  return { index: echoIndex(), keys: [], lengths: [], hidden: new Set() }
}

function fitting(newestFirst: readonly Remembered[], maxChars: number): readonly Remembered[] {
  let chars = 0
  return newestFirst.filter(({ index }) => {
    chars += index.chars()
    return chars <= maxChars
  })
}
