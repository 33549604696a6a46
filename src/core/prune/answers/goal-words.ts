import { stem } from '../../text/stem.ts'
import { partsOf } from '../../text/terms.ts'
import type { Goal } from '../goal.ts'
import { lineIn, type ReadText } from './read-text.ts'
import type { Templates } from './templates.ts'

/** What the words of a goal on each line are worth. */
interface GoalWords {
  /** By the line's own words, against the whole goal: 1 where it has all of it, each word rare. */
  readonly own: Float64Array
  /** With the words of what the line stands under. */
  readonly withAbove: Float64Array
}

/** How much of the goal each line says; a word that many lines have says little. */
export function goalWords(text: ReadText, templates: Templates): GoalWords {
  const { goal, lines, tree } = text
  const terms = [...goal.weights.keys()]
  const at = new Map(terms.map((term, index) => [term, index] as const))
  const met = metIn(text, templates, at)
  const worth = worthOf(met, terms, text)
  const own = new Float64Array(lines.count)
  const withAbove = new Float64Array(lines.count)
  const onWay: (readonly number[])[] = []
  const scale = Math.sqrt(Math.max(1, terms.length))
  const sum = (some: readonly number[]): number => {
    let total = 0
    for (const term of some) total += worth[term] ?? 0
    return total / scale
  }
  for (let line = 0; line < lines.count; line++) {
    const above = onWay[tree.parent[line] ?? -1] ?? none
    const mine = met[line] ?? none
    const way = joined(mine, above)
    onWay.push(way)
    if (mine.length > 0) own[line] = sum(mine)
    if (way.length > 0) withAbove[line] = sum(way)
  }
  return { own, withAbove }
}

const none: readonly number[] = []

function joined(mine: readonly number[], above: readonly number[]): readonly number[] {
  if (above.length === 0) return mine
  return mine.length === 0 ? above : [...new Set([...mine, ...above])]
}

/** Which terms of the goal each line has; lines that say the same are read once. */
function metIn(
  text: ReadText,
  templates: Templates,
  at: ReadonlyMap<string, number>,
): readonly (readonly number[])[] {
  const known: (readonly number[])[] = []
  const termsIn = termReader(text.goal, at)
  const met: (readonly number[])[] = []
  for (let line = 0; line < text.lines.count; line++) {
    const template = templates.of[line] ?? 0
    const found = known[template] ?? termsIn(lineIn(text, line))
    known[template] = found
    met.push(found)
  }
  return met
}

/** Finds the terms of a goal in lines; a word is cut into its parts once. */
function termReader(
  goal: Goal,
  at: ReadonlyMap<string, number>,
): (line: string) => readonly number[] {
  const words = new Map<string, readonly number[]>()
  const read = (word: string): readonly number[] => {
    const parts = partsOf(word)
    const whole = parts.length > 1 ? [parts.join('')] : []
    const terms = [...parts.map((part) => stem(part, goal.language)), ...parts, ...whole].flatMap(
      (part) => at.get(part) ?? [],
    )
    words.set(word, terms)
    return terms
  }
  return (line) => {
    let found: number[] | undefined
    for (const word of line.match(isAscii(line) ? asciiWord : wordForm) ?? []) {
      for (const term of words.get(word) ?? read(word)) {
        if (found === undefined) found = [term]
        else if (!found.includes(term)) found.push(term)
      }
    }
    return found ?? none
  }
}

const wordForm = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu
/** The same in ASCII, where it is several times as fast. */
const asciiWord = /\w+(?:-\w+)*/g

function isAscii(line: string): boolean {
  for (let at = 0; at < line.length; at++) if (line.charCodeAt(at) > 127) return false
  return true
}

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
