import type { Documents } from '../../../ports/store/documents.ts'
import { detectLanguage, type Language } from '../../text/stop-words.ts'
import { termsOf } from '../../text/terms.ts'
import {
  contentTerms,
  formTerms,
  scriptGrams,
  triples,
  unspacedShare,
  wordTerms,
} from './index-terms.ts'
import type { ParsedQuery } from './parse-query.ts'
import { loadRarity, type Rarity } from './rarity.ts'

/** A query in the terms of the two indexes, with the rarity of each. */
export interface Question {
  readonly text: string
  /** Terms for the words index, joined identifiers included. */
  readonly words: readonly string[]
  /** Those of `words` that would mislead: they say nothing about a subject, and this base makes them look rare. */
  readonly forms: ReadonlySet<string>
  /** The share of the chunks with an article in them, 0 to 1: nearly all of prose, few of code. */
  readonly proseShare: number
  /** One term per meaningful word, in order: for proximity and evidence. */
  readonly content: readonly string[]
  readonly rarity: Rarity
  readonly grams: readonly string[]
  /** Pairs of unspaced scripts, in order: for evidence. */
  readonly scriptPairs: readonly string[]
  readonly gramRarity: Rarity
  /** The share of the question in unspaced scripts, 0 to 1. */
  readonly gramShare: number
  readonly requiredWords: readonly (readonly string[])[]
  readonly requiredGrams: readonly (readonly string[])[]
  readonly excludedWords: readonly string[]
  readonly excludedGrams: readonly string[]
  /** An expression in the store's own syntax, in place of all terms. */
  readonly raw?: string
}

/** Reads a query in its own language, and word by word in the other where the first finds nothing. */
export async function askStore(
  documents: Documents,
  query: ParsedQuery,
  chunks: number,
): Promise<Question> {
  const language = detectLanguage(query.text)
  const other: Language = language === 'en' ? 'fr' : 'en'
  const readings = {
    own: { words: wordTerms(query.text, language), content: contentTerms(query.text, language) },
    other: { words: wordTerms(query.text, other), content: contentTerms(query.text, other) },
  }
  const rarity = await loadRarity(
    documents,
    'words',
    [
      ...articles,
      ...[readings.own, readings.other].flatMap(({ words, content }) => [...words, ...content]),
    ],
    chunks,
  )
  const choose = (own: readonly string[], others: readonly string[]): string[] =>
    own.map((term, at) => {
      const alternative = others[at] ?? term
      return rarity.frequency(term) === 0 && rarity.frequency(alternative) > 0 ? alternative : term
    })
  const content = choose(readings.own.content, readings.other.content)
  const script = unspacedShare(query.text)
  const proseShare = proseShareOf(rarity)
  const isUnknown = script === 0 && content.every((term) => rarity.frequency(term) === 0)
  const names = isUnknown ? partialNames(query.text) : []
  const pairs = scriptGrams(query.text, 2)
  const grams = [...pairs, ...scriptGrams(query.text, 3), ...names]
  return {
    text: query.text,
    words: choose(readings.own.words, readings.other.words),
    forms: proseShare >= 1 / 3 ? new Set() : formTerms(query.text, language),
    proseShare,
    content,
    rarity,
    grams,
    scriptPairs: pairs,
    gramRarity: await loadRarity(documents, 'grams', grams, chunks),
    gramShare: script,
    requiredWords: query.required.map((text) => phraseTerms(text, language)),
    requiredGrams: query.required.map((text) => scriptGrams(text, 2)),
    excludedWords: query.excluded.flatMap((text) => wordTerms(text, language)),
    excludedGrams: query.excluded.flatMap((text) => scriptGrams(text, 2)),
  }
}

/** The commonest words of the languages we stem. */
const articles = ['the', 'de']

/**
 * Nearly every passage of prose has an article, and few functions do: there the words that only make
 * a sentence are rare, and would count more than what it is about.
 */
function proseShareOf(rarity: Rarity): number {
  return Math.max(...articles.map((word) => rarity.frequency(word))) / Math.max(1, rarity.chunks)
}

/** A phrase as the index holds it, term by term. */
function phraseTerms(text: string, language: Language): readonly string[] {
  return wordTerms(text, language)
}

/** No word of the question is known: its words may still be parts of names. */
function partialNames(text: string): readonly string[] {
  const words = termsOf(text, { withoutStopWords: true }).filter((term) => term.length >= 4)
  return [...new Set(words.flatMap(triples))]
}
