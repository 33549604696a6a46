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
  const glosses = joinPhrases(text)
    .split(/[\s'’]+/)
    .map((chunk) => glossChunk(chunk, isHeld))
  return {
    text: glosses.flatMap(({ words }) => words).join(' '),
    terms: glosses.flatMap(({ terms }) => terms),
  }
}

interface GlossedChunk {
  readonly words: readonly string[]
  readonly terms: readonly string[]
}

/** What stands between two blanks: a word, or several that are joined (`compte-rendu`). */
function glossChunk(chunk: string, isHeld: (term: string) => boolean): GlossedChunk {
  const [part, ...more] = partsOf(chunk)
  if (part === undefined) return { words: [], terms: [] }
  if (more.length > 0) {
    const joined = wordsFor(foldText(chunk), isHeld)
    if (joined.length > 0) return inEnglish(joined)
    return { words: [chunk], terms: termsOf(chunk, { withoutStopWords: true, stemmedIn: 'fr' }) }
  }
  if (isStopWord(part)) return { words: [], terms: [] }
  const own = stem(part, 'fr')
  const meant = isHeld(own) ? [] : wordsFor(part, isHeld)
  return meant.length > 0 ? inEnglish(meant) : { words: [part], terms: [own] }
}

function inEnglish(words: readonly string[]): GlossedChunk {
  return { words, terms: words.map((word) => stem(word, 'en')) }
}

/** Of several English words those that the catalog has; all of them where it has none. */
function wordsFor(word: string, isHeld: (term: string) => boolean): readonly string[] {
  const all = englishFor(word)
  const held = all.filter((one) => isHeld(stem(one, 'en')))
  return held.length > 0 ? held : all.slice(0, 1)
}
