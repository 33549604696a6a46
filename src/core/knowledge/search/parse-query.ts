/** A query as its writer meant it. */
export interface ParsedQuery {
  /** Everything that may raise a score: words, and the words inside phrases. */
  readonly text: string
  /** Each must occur, word by word. */
  readonly required: readonly string[]
  readonly excluded: readonly string[]
}

const pieces = /([+-]?)(?:"([^"]+)"|(\S+))/g

/**
 * Reads `"quoted phrases"`, `-word` and `+word`. A phrase among other words only raises scores, as
 * it would in a question; `+`, or a query of nothing but phrases, requires it.
 */
export function parseQuery(query: string): ParsedQuery {
  const found = [...query.matchAll(pieces)].map(([, sign = '', phrase, word]) => ({
    sign: /[\p{L}\p{N}]/u.test(phrase ?? word ?? '') ? sign : '',
    text: phrase ?? word ?? '',
    isPhrase: phrase !== undefined,
  }))
  const kept = found.filter(({ sign }) => sign !== '-')
  const hasWords = kept.some(({ isPhrase, sign }) => !isPhrase && sign === '')
  return {
    text: kept.map(({ text }) => text).join(' '),
    required: kept
      .filter(({ sign, isPhrase }) => sign === '+' || (isPhrase && !hasWords))
      .map(({ text }) => text),
    excluded: found.filter(({ sign }) => sign === '-').map(({ text }) => text),
  }
}

/** The whole text as words: for questions, where a hyphen or a quote is only punctuation. */
export function plainQuery(text: string): ParsedQuery {
  return { text, required: [], excluded: [] }
}
