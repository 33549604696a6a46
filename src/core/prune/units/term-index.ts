import { type Lines, lineAt } from '../../text/lines.ts'
import type { Language } from '../../text/stop-words.ts'
import { termsOf } from '../../text/terms.ts'

/** The terms of each line as numbers: those of line `i` are `terms[offsets[i]..offsets[i + 1])`. */
export interface TermIndex {
  readonly ids: ReadonlyMap<string, number>
  readonly names: readonly string[]
  readonly offsets: Uint32Array
  readonly terms: Uint32Array
  /** In how many lines each term occurs. */
  readonly lineFrequency: Uint32Array
}

const linesPerCheck = 1024

/**
 * Reads every line once; distinct words are split and stemmed once per text.
 * `undefined` when the time ran out first.
 */
export function indexTerms(
  lines: Lines,
  language: Language,
  isExpired: () => boolean,
): TermIndex | undefined {
  const ids = new Map<string, number>()
  const names: string[] = []
  const wordTerms = new Map<string, readonly number[]>()
  const idOf = (name: string): number => {
    const known = ids.get(name)
    if (known !== undefined) return known
    ids.set(name, names.length)
    names.push(name)
    return names.length - 1
  }
  const termsOfWord = (word: string): readonly number[] => {
    const known = wordTerms.get(word)
    if (known !== undefined) return known
    const found = termsOf(word, { stemmedIn: language }).map(idOf)
    wordTerms.set(word, found)
    return found
  }
  const offsets = new Uint32Array(lines.count + 1)
  const terms: number[] = []
  for (let index = 0; index < lines.count; index++) {
    if (index % linesPerCheck === 0 && isExpired()) return undefined
    for (const word of lineAt(lines, index).match(words) ?? []) {
      for (const id of termsOfWord(word)) terms.push(id)
    }
    offsets[index + 1] = terms.length
  }
  const packed = Uint32Array.from(terms)
  return {
    ids,
    names,
    offsets,
    terms: packed,
    lineFrequency: frequencies(packed, offsets, names.length),
  }
}

/** Compounds of `termsOf`, cheaper for the common case. */
const words = /[A-Za-z0-9_\u0080-\uffff]+(?:-[A-Za-z0-9_\u0080-\uffff]+)*/g

function frequencies(terms: Uint32Array, offsets: Uint32Array, count: number): Uint32Array {
  const frequency = new Uint32Array(count)
  const lastLine = new Int32Array(count).fill(-1)
  for (let line = 0; line + 1 < offsets.length; line++) {
    for (let at = offsets[line] ?? 0; at < (offsets[line + 1] ?? 0); at++) {
      const term = terms[at] ?? 0
      if (lastLine[term] === line) continue
      lastLine[term] = line
      frequency[term] = (frequency[term] ?? 0) + 1
    }
  }
  return frequency
}
