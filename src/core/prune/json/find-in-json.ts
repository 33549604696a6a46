import { foldText } from '../../text/fold.ts'
import { stem } from '../../text/stem.ts'
import { termsOf } from '../../text/terms.ts'
import type { Goal } from '../goal/goal.ts'
import type { JsonTree } from './scan-json.ts'

/** What of the goal each value has: one bit a term. */
export interface JsonFinds {
  /** In its own key and in its own text. */
  readonly key: Uint32Array
  readonly value: Uint32Array
  /** By bit, what meeting the term is worth: rare ones most, names and numbers as written more. */
  readonly worth: readonly number[]
}

interface Term {
  readonly text: string
  /** As written in the goal (`5.4.5`, `node_modules/undici`), not as a word that may be inflected. */
  readonly isExact: boolean
  readonly weight: number
}

const mostTerms = 30

/** Looks for the words of the goal in keys and values, in one pass over the text. */
export function findInJson(tree: JsonTree, goal: Goal): JsonFinds {
  const terms = termsIn(goal)
  const key = new Uint32Array(tree.count)
  const value = new Uint32Array(tree.count)
  const hits = new Uint32Array(terms.length)
  const nodeAt = valueFinder(tree)
  forEachFind(tree.text, terms, goal, (at, term) => {
    const node = nodeAt(at)
    if (node < 0) return
    const into = at < (tree.start[node] ?? 0) ? key : value
    into[node] = (into[node] ?? 0) | (1 << term)
    hits[term] = (hits[term] ?? 0) + 1
  })
  const worth = terms.map(({ weight }, term) => weight * rarity(hits[term] ?? 0, tree.count))
  return { key, value, worth }
}

/** The innermost value, or its key, at places that only grow; -1 between values. */
function valueFinder({ count, begin, end }: JsonTree): (at: number) => number {
  let node = 0
  return (at) => {
    while (node + 1 < count && (begin[node + 1] ?? 0) <= at) node += 1
    return at < (begin[node] ?? 0) || at >= (end[node] ?? 0) ? -1 : node
  }
}

/** The sum of what the terms in `bits` are worth. */
export function worthOf(bits: number, worth: readonly number[]): number {
  let sum = 0
  for (let rest = bits, at = 0; rest !== 0; rest >>>= 1, at++)
    if ((rest & 1) !== 0) sum += worth[at] ?? 0
  return sum
}

function rarity(hits: number, count: number): number {
  return hits === 0 ? 0 : Math.log(1 + count / hits) / Math.log(1 + count)
}

/** With a digit or a sign inside: a version, a path, a package, an address. */
const exactPattern = /[\p{L}\p{N}@_][\p{L}\p{N}@_./:+-]*[\p{L}\p{N}_]/gu

function termsIn(goal: Goal): readonly Term[] {
  const exact = (goal.text.match(exactPattern) ?? [])
    .filter((token) => /[@_./:+]|\d/.test(token))
    .map((text) => ({ text: text.toLowerCase(), isExact: true, weight: 2 }))
  // The parts of a name as it is written say less than the name.
  const parts = new Set(
    exact.flatMap(({ text }) => [text, ...termsOf(text, { stemmedIn: goal.language })]),
  )
  const words = [...goal.weights]
    .filter(([text]) => !parts.has(text) && /^[\p{L}\p{N}]+$/u.test(text))
    .map(([text, weight]) => ({ text, isExact: false, weight }))
  return [...exact, ...words].slice(0, mostTerms)
}

function forEachFind(
  text: string,
  terms: readonly Term[],
  goal: Goal,
  visit: (at: number, term: number) => void,
): void {
  if (terms.length === 0) return
  // Longer terms first, so that a path is not taken for its first word.
  const order = terms.map((_, at) => at).sort((a, b) => lengthAt(terms, b) - lengthAt(terms, a))
  const escaped = order.map((at) => (terms[at]?.text ?? '').replace(/[^\p{L}\p{N}_]/gu, '\\$&'))
  const pattern = new RegExp(escaped.join('|'), 'gi')
  const byText = new Map(terms.map((term, at) => [term.text, at]))
  const isForm = formTest(goal)
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const term = byText.get(found[0].toLowerCase())
    if (term === undefined) continue
    const { index } = found
    const isMet = terms[term]?.isExact
      ? isWhole(text, index, index + found[0].length)
      : isForm(text, index, terms[term]?.text ?? '')
    if (isMet) visit(index, term)
  }
}

function lengthAt(terms: readonly Term[], at: number): number {
  return terms[at]?.text.length ?? 0
}

/** Not a piece of a longer number, version or name. */
function isWhole(text: string, start: number, end: number): boolean {
  return (
    !/[\p{L}\p{N}_.-]/u.test(text[start - 1] ?? '') &&
    !/^[\p{L}\p{N}_-]|^\.\w/u.test(text.slice(end, end + 2))
  )
}

const wordFrom = /\p{Lu}?(?:\p{Ll}|\p{Lo}|\p{M})+|\p{Lu}+|\p{N}+/uy

/** Whether the word that starts here has the stem; each word is stemmed once. */
function formTest(goal: Goal): (text: string, at: number, stemmed: string) => boolean {
  const stems = new Map<string, string>()
  return (text, at, stemmed) => {
    if (/[\p{Ll}\p{Lu}]/u.test(text[at - 1] ?? '') && !/\p{Lu}/u.test(text[at] ?? '')) return false
    wordFrom.lastIndex = at
    const word = foldText(wordFrom.exec(text)?.[0] ?? '')
    const known = stems.get(word) ?? stem(word, goal.language)
    if (stems.size < mostKnown) stems.set(word, known)
    return known === stemmed
  }
}

const mostKnown = 10_000
