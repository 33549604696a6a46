import { stem } from '../../text/stem.ts'
import { partsOf } from '../../text/terms.ts'
import { lineIn, type ReadText } from './read-text.ts'

/** What the words of a goal on each line are worth. */
export interface GoalWords {
  /** By the line's own words, against the whole goal: 1 where it has all of it, each word rare. */
  readonly own: Float64Array
  /** With the words of what the line stands under. */
  readonly withAbove: Float64Array
}

/** How much of the goal each line says; a word that many lines have says little. */
export function goalWords(text: ReadText): GoalWords {
  const { goal, lines, tree } = text
  const terms = [...goal.weights.keys()]
  const at = new Map(terms.map((term, index) => [term, index] as const))
  const met = metIn(text, at)
  const worth = worthOf(met, terms, text)
  const own = new Float64Array(lines.count)
  const withAbove = new Float64Array(lines.count)
  const onWay: (readonly number[])[] = []
  const scale = Math.sqrt(Math.max(1, terms.length))
  const sum = (some: readonly number[]): number =>
    some.reduce((total, term) => total + (worth[term] ?? 0), 0) / scale
  for (let line = 0; line < lines.count; line++) {
    const above = onWay[tree.parent[line] ?? -1] ?? []
    const mine = met[line] ?? []
    const way = above.length === 0 ? mine : [...new Set([...mine, ...above])]
    onWay.push(way)
    own[line] = sum(mine)
    withAbove[line] = sum(way)
  }
  return { own, withAbove }
}

/** Which terms of the goal each line has; lines that say the same are read once. */
function metIn(text: ReadText, at: ReadonlyMap<string, number>): readonly (readonly number[])[] {
  const { lines, scan, goal } = text
  const known = new Map<number, readonly number[]>()
  const words = new Map<string, readonly number[]>()
  const termsIn = (word: string): readonly number[] => {
    const found = words.get(word)
    if (found !== undefined) return found
    const parts = partsOf(word)
    const whole = parts.length > 1 ? [parts.join('')] : []
    const terms = [...parts.map((part) => stem(part, goal.language)), ...parts, ...whole].flatMap(
      (part) => at.get(part) ?? [],
    )
    words.set(word, terms)
    return terms
  }
  return Array.from({ length: lines.count }, (_, line) => {
    const template = scan.template[line] ?? 0
    const same = known.get(template)
    if (same !== undefined) return same
    const found = [...new Set((lineIn(text, line).match(wordForm) ?? []).flatMap(termsIn))]
    known.set(template, found)
    return found
  })
}

const wordForm = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu

/** A term counts by its weight and by how few lines have it. */
function worthOf(
  met: readonly (readonly number[])[],
  terms: readonly string[],
  { goal }: ReadText,
): Float64Array {
  const having = new Uint32Array(terms.length)
  for (const some of met) for (const term of some) having[term] = (having[term] ?? 0) + 1
  return Float64Array.from(
    terms,
    (term, index) => (goal.weights.get(term) ?? 0) * rarity(having[index] ?? 0, met.length),
  )
}

/** 1 for what one line of many has, near 0 for what all have. */
export function rarity(having: number, count: number): number {
  return Math.max(0.02, Math.log((count + 1) / (having + 0.5)) / Math.log((count + 1) / 1.5))
}
