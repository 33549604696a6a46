import { phraseTerms } from './asked-phrases.ts'
import { type Met, metIn, note, worthOfRelated } from './met-words.ts'
import type { ReadText } from './read-text.ts'
import { isCommon } from './related-words.ts'
import type { Templates } from './templates.ts'

/** What the words of a goal on each line are worth. */
interface GoalWords {
  /** By the line's own words, against the whole goal: 1 where it has all of it, each word rare. */
  readonly own: Float64Array
  /** With the words of what the line stands under. */
  readonly withAbove: Float64Array
  /** The same two with words that mean nearly the same, or are short for it. */
  readonly wide: Float64Array
  readonly wideWithAbove: Float64Array
  /** Flags lines that name what the goal names, or stand under one that does; none where it names nothing. */
  readonly named: Float64Array
}

/** What a phrase says beside a word of the goal. */
const worthOfPhrase = 0.6

/** How much of the goal each line says; a word that many lines have says little. */
export function goalWords(text: ReadText, templates: Templates): GoalWords {
  const { goal } = text
  const weights = new Map(goal.weights)
  for (const term of phraseTerms(goal.text))
    if (!weights.has(term)) weights.set(term, worthOfPhrase)
  const met = metIn(text, templates, [...weights.keys()])
  const scale = Math.sqrt(Math.max(1, goal.weights.size))
  const counted = { weights: [...weights.values()], scale, said: goal.weights.size }
  const literal = summed(text, met, { ...counted, isWide: false })
  const wide = summed(text, met, { ...counted, isWide: true })
  return {
    named: namedLines(text, met, [...goal.weights]),
    own: literal.own,
    withAbove: literal.withAbove,
    wide: wide.own,
    wideWithAbove: wide.withAbove,
  }
}

/** A name that more lines have tells little. */
const mostNamed = { share: 0.1, least: 3 }

/** Where a goal has words of its own, no line without one of them, or under a line with one, is likely meant. */
function namedLines(
  { lines, tree }: ReadText,
  met: readonly Met[],
  terms: readonly (readonly [string, number])[],
): Float64Array {
  const having = new Uint32Array(terms.length)
  for (const some of met)
    for (const code of some) if ((code & 1) === 1) having[code >> 1] = (having[code >> 1] ?? 0) + 1
  const most = Math.max(mostNamed.least, lines.count * mostNamed.share)
  const names = new Set<number>()
  terms.forEach(([term, weight], at) => {
    const times = having[at] ?? 0
    if (weight === 1 && times > 0 && times <= most && !isCommon(term)) names.add(at * 2 + 1)
  })
  const named = new Float64Array(lines.count)
  if (names.size === 0) return named
  for (let line = 0; line < lines.count; line++) {
    const parent = tree.parent[line] ?? -1
    const isNamed = met[line]?.some((code) => names.has(code)) === true
    named[line] = isNamed || named[parent] === 1 ? 1 : 0
  }
  return named
}

const none: Met = []

interface Counted {
  readonly weights: readonly number[]
  /** How many terms are words of the goal; the others stand for its phrases. */
  readonly said: number
  readonly scale: number
  readonly isWide: boolean
}

function summed(
  { lines, tree }: ReadText,
  met: readonly Met[],
  counted: Counted,
): { readonly own: Float64Array; readonly withAbove: Float64Array } {
  const strength = (code: number): number =>
    counted.isWide
      ? (code & 1) === 1
        ? 1
        : worthOfRelated
      : (code & 1) * Number(code >> 1 < counted.said)
  const worth = worthOf(met, counted.weights, strength)
  const own = new Float64Array(lines.count)
  const withAbove = new Float64Array(lines.count)
  const onWay: Met[] = []
  const sum = (some: Met): number => {
    let total = 0
    for (const code of some) total += (worth[code >> 1] ?? 0) * strength(code)
    return total / counted.scale
  }
  for (let line = 0; line < lines.count; line++) {
    const above = onWay[tree.parent[line] ?? -1] ?? none
    const mine = met[line] ?? none
    const way = joined(mine, above)
    onWay.push(way)
    if (mine.length > 0) own[line] = sum(mine)
    if (way.length > 0) withAbove[line] = way === mine ? (own[line] ?? 0) : sum(way)
  }
  return { own, withAbove }
}

function joined(mine: Met, above: Met): Met {
  if (above.length === 0) return mine
  if (mine.length === 0) return above
  const all = [...mine]
  for (const code of above) note(all, code)
  return all.length === mine.length && all.every((code, at) => code === mine[at]) ? mine : all
}

/** A term counts by its weight and by how few lines have it. */
function worthOf(
  met: readonly Met[],
  weights: readonly number[],
  strength: (code: number) => number,
): Float64Array {
  const having = new Float64Array(weights.length)
  for (const some of met)
    for (const code of some) having[code >> 1] = (having[code >> 1] ?? 0) + strength(code)
  return Float64Array.from(weights, (weight, at) => weight * rarity(having[at] ?? 0, met.length))
}

/** 1 for what one line of many has, near 0 for what all have. */
function rarity(having: number, count: number): number {
  return Math.max(0.02, Math.log((count + 1) / (having + 0.5)) / Math.log((count + 1) / 1.5))
}

/** `rarity` among so many; each is worked out once. */
export function rarities(count: number): (having: number) => number {
  const known = new Float64Array(count + 1)
  return (having) => {
    const before = known[having] ?? 0
    if (before > 0) return before
    const found = rarity(having, count)
    known[having] = found
    return found
  }
}
