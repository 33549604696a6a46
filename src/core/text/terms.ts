import { foldText } from './fold.ts'
import { stem } from './stem.ts'
import { isStopWord, type Language } from './stop-words.ts'

interface TermOptions {
  /** Drop English and French words that carry no subject. */
  readonly withoutStopWords?: boolean
  /** Reduce each part to its stem in this language; whole identifiers are never stemmed. */
  readonly stemmedIn?: Language
}

/**
 * The search terms of a text, in order and with repetitions: `getUserName`, `get_user_name` and
 * `get-user-name` all give `get user name getusername`; dotted paths and slashes only separate.
 * Runs of Chinese, Japanese and Korean characters become overlapping pairs.
 */
export function termsOf(text: string, options: TermOptions = {}): string[] {
  const terms: string[] = []
  for (const [compound] of text.matchAll(compounds)) {
    const parts = partsOf(compound)
    for (const part of parts) pushPart(terms, part, options)
    if (parts.length > 1) {
      const whole = parts.join('')
      if (whole.length <= longestTerm) terms.push(whole)
    }
  }
  return terms
}

/** The folded pieces of one identifier: `parseHTTP2Response` gives `parse http 2 response`. */
export function partsOf(identifier: string): string[] {
  const parts: string[] = []
  for (const [piece] of identifier.matchAll(pieces)) {
    if (pairedScript.test(piece)) parts.push(piece.normalize('NFKC'))
    else parts.push(foldText(piece))
  }
  return parts
}

/** Longer runs are data (base64, digests), not words; they would only bloat an index. */
const longestTerm = 64

const paired = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'

/** Words joined by `_` or `-`, with marks: the units an author names things by. */
const compounds = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}_]*)*/gu

const pairedScript = new RegExp(`[${paired}]`, 'u')

/** Paired scripts; ACRONYM before a Capitalised word; Capitalised or lower word; digits. */
const pieces = new RegExp(
  [
    `[${paired}ー々]+`,
    `\\p{Lu}\\p{M}*(?:\\p{Lu}\\p{M}*)*(?!\\p{Ll})`,
    `(?:\\p{Lu}\\p{M}*)?(?:(?![${paired}])[\\p{Ll}\\p{Lo}\\p{Lt}\\p{Lm}]\\p{M}*)+`,
    `\\p{Lu}\\p{M}*`,
    `\\p{N}+`,
  ].join('|'),
  'gu',
)

function pushPart(terms: string[], part: string, options: TermOptions): void {
  if (part.length > longestTerm && !pairedScript.test(part)) return
  if (pairedScript.test(part)) {
    pushPairs(terms, part)
    return
  }
  if (options.withoutStopWords === true && isStopWord(part)) return
  terms.push(options.stemmedIn === undefined ? part : stem(part, options.stemmedIn))
}

function pushPairs(terms: string[], run: string): void {
  const characters = [...run]
  if (characters.length === 1) terms.push(run)
  for (let at = 0; at + 1 < characters.length; at++) {
    terms.push(`${characters[at] ?? ''}${characters[at + 1] ?? ''}`)
  }
}

/** `termsOf` for many texts: each distinct word is taken apart once. */
type TermReader = (text: string) => string[]

/** Words beyond this many are taken apart again, so that random data cannot fill the memory. */
const rememberedWords = 500_000

/** Gives exactly what `termsOf` gives, since no term spans a space. */
export function createTermReader(options: TermOptions): TermReader {
  const known = new Map<string, readonly string[]>()
  return (text) => {
    const terms: string[] = []
    for (const word of text.split(/\s+/)) {
      const parts = known.get(word) ?? termsOf(word, options)
      if (known.size < rememberedWords) known.set(word, parts)
      for (const part of parts) terms.push(part)
    }
    return terms
  }
}
