import type { ChunkWords } from '../../../ports/store/document-words.ts'
import { foldText } from '../../text/fold.ts'
import { stem } from '../../text/stem.ts'
import { detectLanguage, isStopWord, type Language } from '../../text/stop-words.ts'
import { partsOf, termsOf } from '../../text/terms.ts'
import { leadComment } from '../code/lead-comment.ts'

const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
const unspacedRuns = new RegExp(`[${unspaced}ー々]+`, 'gu')
const hasUnspaced = new RegExp(`[${unspaced}]`, 'u')
const compoundIdentifier =
  /\b[\p{L}_$][\p{L}\p{N}_$]*(?:_[\p{L}\p{N}]|\p{Ll}\p{Lu})[\p{L}\p{N}_$]*/gu
const wordRuns = /[\p{L}\p{N}\p{M}]+/gu

/** The terms of the words index: folded, split like identifiers, stemmed; other scripts are in the grams. */
export function wordTerms(text: string, language: Language): string[] {
  return termsOf(text, { stemmedIn: language }).filter((term) => !hasUnspaced.test(term))
}

/** What a question asks for, in order: one stem per word, without stop words or joined identifiers. */
export function contentTerms(text: string, language: Language): string[] {
  const terms: string[] = []
  for (const [run] of text.matchAll(wordRuns))
    for (const part of partsOf(run))
      if (!hasUnspaced.test(part) && !isStopWord(part)) terms.push(stem(part, language))
  return terms
}

/** Each distinct name of several parts, as the words index joins it: `withResolvers` is `withresolvers`. */
export function compoundTerms(text: string): readonly string[] {
  const names = [...text.matchAll(compoundIdentifier)].map(([name]) => partsOf(name).join(''))
  return [...new Set(names)]
}

/** The terms of a question that say nothing about its subject, in its own language: `car` is none in English. */
export function formTerms(text: string, language: Language): ReadonlySet<string> {
  const words = (text.match(wordRuns) ?? []).flatMap(partsOf)
  const forms = words.filter((word) => isStopWord(word, language))
  return new Set(forms.map((word) => stem(word, language)))
}

/** The terms of the grams index: pairs and triples of unspaced scripts, triples of identifiers. */
export function gramTerms(text: string): string[] {
  return [...scriptGrams(text, 2), ...scriptGrams(text, 3), ...identifierGrams(text)]
}

/** Overlapping runs of `size` characters in Chinese, Japanese and Korean text; shorter runs stay whole. */
export function scriptGrams(text: string, size: number): string[] {
  const grams: string[] = []
  for (const [run] of text.normalize('NFKC').matchAll(unspacedRuns)) {
    const characters = [...run]
    if (characters.length < size) grams.push(run)
    for (let at = 0; at + size <= characters.length; at++)
      grams.push(characters.slice(at, at + size).join(''))
  }
  return grams
}

/** Triples of each distinct compound identifier, so that a part of a name finds the whole. */
function identifierGrams(text: string): string[] {
  const names = new Set([...text.matchAll(compoundIdentifier)].map(([name]) => foldText(name)))
  return [...names].flatMap((name) => triples(name.replace(/[_$]/g, '')))
}

/** Triples of one folded word. */
export function triples(word: string): string[] {
  const grams: string[] = []
  for (let at = 0; at + 3 <= word.length && at < 64; at++) grams.push(word.slice(at, at + 3))
  return grams
}

/** The share of letters and digits that belong to unspaced scripts, 0 to 1. */
export function unspacedShare(text: string): number {
  let unspacedCount = 0
  let total = 0
  for (const [run] of text.matchAll(wordRuns)) {
    total += run.length
    for (const [found] of run.matchAll(unspacedRuns)) unspacedCount += found.length
  }
  return total === 0 ? 0 : unspacedCount / total
}

/** `ko`, `ja`, `zh`, `fr` or `en`, by the scripts and the stop words of the beginning of a text. */
export function languageOf(text: string): string {
  const beginning = text.slice(0, 4000)
  if (unspacedShare(beginning) < 0.2) return detectLanguage(beginning)
  if (/\p{Script=Hangul}/u.test(beginning)) return 'ko'
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(beginning) ? 'ja' : 'zh'
}

/** The stemmer for a document's language: code and unspaced scripts carry English words. */
export function stemmerOf(language: string): Language {
  return language === 'fr' ? 'fr' : 'en'
}

/** The three fields of the words index; code also answers to the name of its language. */
export function chunkWords(
  parts: { readonly title: string; readonly headingPath: readonly string[]; readonly text: string },
  language: string,
  isCode: boolean,
): ChunkWords {
  const stemmer = stemmerOf(language)
  const own = isCode ? [language, leadComment(parts.text)] : []
  const heading = [...parts.headingPath, ...own].join(' ')
  return {
    title: wordTerms(parts.title, stemmer).join(' '),
    heading: wordTerms(heading, stemmer).join(' '),
    body: wordTerms(parts.text, stemmer).join(' '),
  }
}

/** The folded words of a title without what is in brackets: how other texts mention it. */
export function titleKey(title: string): string {
  const key = wordsOfTitle(title.replace(/\s*\([^)]*\)/g, '')).join(' ')
  return key.length > 2 ? key : ''
}

/** Folded words, as both sides of a title lookup see them. */
export function wordsOfTitle(text: string): string[] {
  return (text.match(wordRuns) ?? []).map(foldText)
}
