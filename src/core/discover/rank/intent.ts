import type { WeightedTerm } from '../../text/bm25.ts'
import { detectLanguage, isStopWord } from '../../text/stop-words.ts'
import { partsOf, termsOf } from '../../text/terms.ts'
import { type Gloss, glossFrench } from './gloss.ts'

/** What a caller wants, read for searching. */
export interface Intent {
  readonly text: string
  /** Stemmed terms; one said often weighs more, but not in proportion. */
  readonly terms: readonly WeightedTerm[]
  /** The terms in the order they were said. */
  readonly said: readonly string[]
  /** Plain words, for neighbours in meaning. */
  readonly words: readonly string[]
  /** The terms of each part, when the intent asks for several things. */
  readonly parts: readonly (readonly string[])[]
  /** The same parts as they were said. */
  readonly partTexts: readonly string[]
  /** It asks for one part of something larger: `only the chart step`, `juste la partie …`. */
  readonly isPartial: boolean
}

const longestIntent = 20_000

/**
 * Reads an intent. Paths and addresses are values, not subjects: only their kind is kept. A French one
 * is read in the words of the catalog, which `isHeld` knows: most tools are described in English.
 */
export function readIntent(text: string, isHeld: (term: string) => boolean = () => false): Intent {
  const plain = namesOfValues(text.slice(0, longestIntent))
  const isFrench = detectLanguage(plain) === 'fr'
  const read = (part: string): Gloss =>
    isFrench ? glossFrench(part, isHeld) : { text: part, terms: searchedTerms(part) }
  const whole = read(plain)
  const counts = new Map<string, number>()
  for (const term of whole.terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  if (isFrench)
    for (const term of stemsOfCognates(whole.text)) if (!counts.has(term)) counts.set(term, cognate)
  const said = plain
    .split(partBoundary)
    .map((part) => read(part.trim()))
    .map((part) => ({ text: part.text, terms: [...new Set(part.terms)] }))
    .filter(({ terms }) => terms.length >= 2)
  const parts = said.length > 1 ? said : []
  const terms = [...counts].map(([term, count]): WeightedTerm => [term, Math.sqrt(count)])
  return {
    text: whole.text,
    terms,
    said: whole.terms,
    words: [...new Set(wordsOf(whole.text))],
    parts: parts.map(({ terms }) => terms),
    partTexts: parts.map(({ text }) => text),
    isPartial: asksForPart.test(plain),
  }
}

/** The terms of a text that is searched: stemmed in the language it is written in. */
export function searchedTerms(text: string): readonly string[] {
  return termsOf(text, { withoutStopWords: true, stemmedIn: detectLanguage(text) })
}

/** Lower-case words of three letters and more that carry a subject. */
export function wordsOf(text: string): readonly string[] {
  return partsOf(text).filter((word) => /^[a-z]{3,}$/.test(word) && !isStopWord(word))
}

/** How much a French word that was not put into English counts under its English stem. */
const cognate = 0.25

function stemsOfCognates(text: string): readonly string[] {
  return termsOf(text, { withoutStopWords: true, stemmedIn: 'en' })
}

const asksForPart =
  /\b(?:only|just|juste|seulement|uniquement)\b.{0,20}\b(?:part|step|bit|partie|étape)\b/iu

const partBoundary =
  /[.?!;]\s+|\n|,\s*(?:and|then|also)\b|\band then\b|\balso\b|\bthen\b|\bpuis\b/iu

const address = /\b(?:https?:\/\/|www\.)\S+/g
const extensions =
  'avi|bmp|conf|csv|docx?|epub|gif|html?|ini|jpe?g|json|jsonl|log|md|mov|mp[34]|ods|odt|pdf|png|pptx?|py|rtf|sql|svg|tar|toml|tsv|tsx?|txt|wav|webp|xlsx?|xml|ya?ml|zip'
const path = new RegExp(
  `(?:\\b[A-Za-z]:)?(?:[\\\\/][\\w.-]+){2,}\\/?|\\b[\\w-]+\\.(?:${extensions})\\b`,
  'gi',
)

function namesOfValues(text: string): string {
  return text.replace(address, ' url ').replace(path, (found) => {
    const extension = found.match(/\.([A-Za-z][A-Za-z0-9]{0,4})$/)?.[1]
    return extension === undefined ? ' file ' : ` file ${extension} `
  })
}
