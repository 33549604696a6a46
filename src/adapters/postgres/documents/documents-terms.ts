import type { MatchQuery } from '../../../ports/store/document-words.ts'

/** What the index of SQLite takes for a term as well; everything else parts terms. */
const termRuns = /[\p{L}\p{N}\p{M}\p{Co}]+/gu
/** Longer ones are cut: Postgres takes 2046 bytes. */
const longestTerm = 500
const lastPosition = 16_383
/** Between title, heading and body, so that no phrase reaches from one into the next. */
const gap = 10

/** The terms of a text, in order. */
export function termsIn(text: string): string[] {
  return [...text.toWellFormed().matchAll(termRuns)].map(([run]) =>
    run.length > longestTerm ? run.slice(0, longestTerm).toWellFormed() : run,
  )
}

interface TermVector {
  /** As Postgres reads a tsvector; terms hold no quotes, so nothing can end one early. */
  readonly literal: string
  readonly length: number
}

/** Fields one after another; the terms of all but the last weigh more. */
export function termVector(fields: readonly string[]): TermVector {
  const places = new Map<string, string[]>()
  let position = 0
  let length = 0
  fields.forEach((field, at) => {
    const weight = at < fields.length - 1 ? 'A' : ''
    for (const term of termsIn(field)) {
      position += 1
      length += 1
      const known = places.get(term)
      const place = `${Math.min(position, lastPosition)}${weight}`
      if (known) known.push(place)
      else places.set(term, [place])
    }
    position += gap
  })
  const literal = [...places].map(([term, at]) => `'${term}':${at.slice(0, 255).join(',')}`)
  return { literal: literal.join(' '), length }
}

/** A query as Postgres reads a tsquery, and its parts, which are scored one by one. */
export interface TermQuery {
  readonly expression: string
  readonly terms: readonly string[]
  readonly phrases: readonly string[]
  /** All words of the query side by side, for an index that takes nothing else. */
  readonly words: string
  /** Conditions beyond "one of the words occurs". */
  readonly isStrict: boolean
}

/** `undefined` when nothing is asked for. */
export function termQuery({ any, phrases, none }: MatchQuery): TermQuery | undefined {
  const wanted = any.map(termsIn).filter((terms) => terms.length > 0)
  const must = phrases
    .map((phrase) => termsIn(phrase.join(' ')))
    .filter((terms) => terms.length > 0)
  if (wanted.length + must.length === 0) return undefined
  const positive =
    must.length > 0 ? must.map(phraseOf).join(' & ') : wanted.map(phraseOf).join(' | ')
  const excluded = none
    .map(termsIn)
    .filter((terms) => terms.length > 0)
    .map((terms) => ` & !${phraseOf(terms)}`)
  const all = [...must, ...wanted]
  return {
    expression: `(${positive})${excluded.join('')}`,
    terms: [...new Set(all.filter(({ length }) => length === 1).flat())],
    phrases: [...new Set(all.filter(({ length }) => length > 1).map(phraseOf))],
    words: [...new Set(all.flat())].join(' '),
    isStrict: must.length > 0 || excluded.length > 0 || wanted.some(({ length }) => length > 1),
  }
}

function phraseOf(terms: readonly string[]): string {
  return `(${terms.map((term) => `'${term}'`).join(' <-> ')})`
}
