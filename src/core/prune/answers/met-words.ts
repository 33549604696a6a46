import { stem } from '../../text/stem.ts'
import { partsOf } from '../../text/terms.ts'
import type { Goal } from '../goal/goal.ts'
import { endIn, lineIn } from './line-in.ts'
import type { ReadText } from './read-text.ts'
import { relatedReader } from './related-words.ts'
import type { Templates } from './templates.ts'

/** What a line has of the goal: twice the place of a term, one more where it is the word itself. */
export type Met = readonly number[]

/** What a word that means nearly the same says beside the word itself. */
export const worthOfRelated = 0.6
const none: Met = []

/**
 * Which terms of the goal each line has. Lines of one template are read once, but for those with letters
 * in what is masked there (`hono@4.1`).
 */
export function metIn(
  text: ReadText,
  templates: Templates,
  terms: readonly string[],
): readonly Met[] {
  const known: Met[] = []
  const read = lineReader(text.goal, terms)
  const all: Met[] = []
  for (let line = 0; line < text.lines.count; line++) {
    const template = templates.of[line] ?? 0
    const before = known[template]
    if (before !== undefined && !hasNamedValue(text, line)) {
      all.push(before)
      continue
    }
    const said = read(lineIn(text, line))
    if (before === undefined && !hasNamedValue(text, line)) known[template] = said
    all.push(said)
  }
  return all
}

/** Whether something between two blanks has both a letter and a digit, or is beyond ASCII. */
function hasNamedValue(text: ReadText, line: number): boolean {
  const end = endIn(text, line)
  let [hasLetter, hasDigit] = [false, false]
  for (let at = text.starts[line] ?? 0; at < end; at++) {
    const code = text.lines.text.charCodeAt(at)
    if (code > 127) return true
    if (code <= 0x20) [hasLetter, hasDigit] = [false, false]
    else if (code >= 0x30 && code <= 0x39) hasDigit = true
    else if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) hasLetter = true
    if (hasLetter && hasDigit) return true
  }
  return false
}

/** Finds the terms of a goal in lines; a word is cut into its parts once. */
function lineReader(goal: Goal, terms: readonly string[]): (line: string) => Met {
  const at = new Map(terms.map((term, index) => [term, index] as const))
  const related = relatedReader(terms)
  const words = new Map<string, Met>()
  const codesOf = (part: string): Met => {
    const own = at.get(stem(part, goal.language)) ?? at.get(part)
    const near = /^\D/.test(part) ? related(part) : none
    return [...(own === undefined ? [] : [own * 2 + 1]), ...near.map((term) => term * 2)]
  }
  const read = (word: string): Met => {
    const parts = partsOf(word)
    const whole = parts.length > 1 ? at.get(parts.join('')) : undefined
    const met: number[] = whole === undefined ? [] : [whole * 2 + 1]
    for (const part of parts) for (const code of codesOf(part)) note(met, code)
    words.set(word, met)
    return met
  }
  return (line) => {
    let found: number[] | undefined
    for (const word of wordsIn(line)) {
      for (const code of words.get(word) ?? read(word)) {
        if (found === undefined) found = [code]
        else note(found, code)
      }
    }
    return found ?? none
  }
}

const wordForm = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu
/** The same in ASCII, where it is several times as fast. */
const asciiWord = /\w+(?:-\w+)*/g

function wordsIn(line: string): readonly string[] {
  return line.match(isAscii(line) ? asciiWord : wordForm) ?? []
}

function isAscii(line: string): boolean {
  for (let at = 0; at < line.length; at++) if (line.charCodeAt(at) > 127) return false
  return true
}

/** Adds what was met; the word itself says more than one that is near to it. */
export function note(all: number[], code: number): void {
  for (let at = 0; at < all.length; at++) {
    if ((all[at] ?? 0) >> 1 !== code >> 1) continue
    all[at] = (all[at] ?? 0) | (code & 1)
    return
  }
  all.push(code)
}
