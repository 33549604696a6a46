import { foldText } from '../../text/fold.ts'
import { stem } from '../../text/stem.ts'
import { isStopWord } from '../../text/stop-words.ts'
import { partsOf, termsOf } from '../../text/terms.ts'
import { englishFor, joinPhrases } from './french-words.ts'

/** A French text put into the words that a catalog has. */
export interface Gloss {
  /** English where a word is known, as it was written elsewhere. */
  readonly text: string
  /** Terms of the text, each as its own language stems it, in the order they were said. */
  readonly terms: readonly string[]
}

/**
 * Reads a French text for a catalog that is mostly English: a word that the catalog has stays, one
 * that it has not becomes the English words it stands for, those first that the catalog has.
 */
export function glossFrench(text: string, isHeld: (term: string) => boolean): Gloss {
  const words: string[] = []
  const terms: string[] = []
  for (const chunk of joinPhrases(text).split(/[\s'’]+/)) {
    const [part, ...more] = partsOf(chunk)
    if (part === undefined) continue
    const joined = more.length > 0 ? wordsFor(foldText(chunk), isHeld) : []
    if (joined.length > 0) {
      words.push(...joined)
      terms.push(...joined.map((word) => stem(word, 'en')))
    } else if (more.length > 0) {
      words.push(chunk)
      terms.push(...termsOf(chunk, { withoutStopWords: true, stemmedIn: 'fr' }))
    } else if (!isStopWord(part)) {
      const own = stem(part, 'fr')
      const meant = isHeld(own) ? [] : wordsFor(part, isHeld)
      words.push(...(meant.length > 0 ? meant : [part]))
      terms.push(...(meant.length > 0 ? meant.map((word) => stem(word, 'en')) : [own]))
    }
  }
  return { text: words.join(' '), terms }
}

/** Of several English words those that the catalog has; all of them where it has none. */
function wordsFor(word: string, isHeld: (term: string) => boolean): readonly string[] {
  const all = englishFor(word)
  const held = all.filter((one) => isHeld(stem(one, 'en')))
  return held.length > 0 ? held : all.slice(0, 1)
}
