import type { Language } from './stop-words.ts'

/**
 * A light stem of a folded term: endings of number, tense and the commonest derivations go, so that
 * `connections`, `connected` and `connecting` meet. Terms with digits or under four letters stay.
 */
export function stem(term: string, language: Language = 'en'): string {
  if (term.length < 4 || !/^[a-z]+$/.test(term)) return term
  return language === 'fr' ? stemFrench(term) : stemEnglish(term)
}

function stemEnglish(term: string): string {
  return dropSilentE(derivedEnglish(pastEnglish(singularEnglish(term))))
}

function singularEnglish(term: string): string {
  if (!term.endsWith('s') || /(?:ss|us|is)$/.test(term)) return term
  if (term.endsWith('ies') && term.length > 4) return `${term.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|zz)es$/.test(term)) return term.slice(0, -2)
  return term.slice(0, -1)
}

function pastEnglish(term: string): string {
  if (term.endsWith('eed')) return term
  const root = rootBefore(term, ['ingly', 'edly', 'ing', 'ed'])
  if (root === undefined || !/[aeiouy]/.test(root)) return term
  return /([bdfgmnprt])\1$/.test(root) ? root.slice(0, -1) : root
}

function derivedEnglish(term: string): string {
  const root = rootBefore(term, [
    'ization',
    'isation',
    'ation',
    'ment',
    'ness',
    'able',
    'ible',
    'ly',
  ])
  if (root !== undefined) return root
  if (term.length > 6 && /[st]ion$/.test(term)) return term.slice(0, -3)
  if (term.length > 5 && /(?:er|or)$/.test(term)) return term.slice(0, -2)
  return term
}

function dropSilentE(term: string): string {
  if (term.length > 3 && term.endsWith('e')) return term.slice(0, -1)
  if (term.length > 3 && term.endsWith('y')) return `${term.slice(0, -1)}i`
  return term
}

function stemFrench(term: string): string {
  const singular = singularFrench(term)
  const root = rootBefore(singular, frenchEndings) ?? singular
  const bare = root.length > 3 ? root.replace(/(?:ee|e)$/, '') : root
  return /([dfglmnprt])\1$/.test(bare) && bare.length > 3 ? bare.slice(0, -1) : bare
}

/** Longest first: the first that leaves a root of three letters wins. */
const frenchEndings = [
  'issement',
  'ication',
  'issant',
  'ateur',
  'atrice',
  'ation',
  'ement',
  'euse',
  'aient',
  'erait',
  'eront',
  'ment',
  'ance',
  'ence',
  'able',
  'ible',
  'iste',
  'isme',
  'ant',
  'ent',
  'eur',
  'ait',
  'ion',
  'er',
  'ez',
  'ir',
  'if',
  'ive',
  'ique',
  'ee',
]

function singularFrench(term: string): string {
  if (term.endsWith('eaux')) return term.slice(0, -1)
  if (term.endsWith('aux') && term.length > 4) return `${term.slice(0, -3)}al`
  return /[sx]$/.test(term) ? term.slice(0, -1) : term
}

function rootBefore(term: string, endings: readonly string[]): string | undefined {
  const ending = endings.find((one) => term.endsWith(one) && term.length - one.length >= 3)
  return ending === undefined ? undefined : term.slice(0, -ending.length)
}
