import { facet, type Remembered } from '../../../traffic/conversation-memory.ts'
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

/** What can be seen of `texts`; those that are hidden stay so. */
type FindVisible = (
  texts: readonly VisibleText[],
  isHidden: (key: string) => boolean,
) => VisibleTexts

interface Known extends VisibleTexts {
  readonly keys: string[]
  /** A result may have been sent whole to one branch of a conversation and short to another. */
  readonly lengths: number[]
  readonly hidden: Set<string>
}

const knownFacet = facet<Known>('visible-texts')
/** A text itself, and about twice as much for finding its lines. */
const bytesPerChar = 3

/** A conversation mostly grows at its end: only what is new in it is read. */
export function visibleTextsOf(memory: Remembered | undefined): FindVisible {
  let known = memory?.get(knownFacet)
  return (texts, isHidden) => {
    const current = known && isBeginning(known, texts) ? known : newlyKnown()
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
    known = current
    memory?.set(knownFacet, current, current.index.chars() * bytesPerChar)
    return current
  }
}

/** From the end: two conversations differ there. */
function isBeginning({ keys, lengths }: Known, texts: readonly VisibleText[]): boolean {
  if (keys.length > texts.length) return false
  for (let at = keys.length - 1; at >= 0; at--)
    if (keys[at] !== texts[at]?.key || lengths[at] !== texts[at]?.text.length) return false
  return true
}

function newlyKnown(): Known {
  return { index: echoIndex(), keys: [], lengths: [], hidden: new Set() }
}
