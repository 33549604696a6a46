import { termsOf } from '../../text/terms.ts'

/** First and last line of every injected block. */
export const blockBegin = '<!-- tamis:memory begin'
export const blockEnd = '<!-- tamis:memory end -->'

/** An id as a block shows it. */
const shownId = /\[(?:lrn|vei|clr)_[a-z2-7]{16}\]/

const shingleLength = 3
/** A text this much of which is already known says nothing new. */
const echoShare = 0.9

/** What remains of a text once everything that was injected into it is taken out. */
export function withoutInjected(text: string): string {
  const kept: string[] = []
  let isInside = false
  let isEcho = false
  for (const line of text.split('\n')) {
    const opens = line.includes(blockBegin)
    // An item of a block may go on over indented lines.
    isEcho = shownId.test(line) || (isEcho && /^\s+\S/.test(line))
    if (!isInside && !opens && !isEcho) kept.push(line)
    if (opens) isInside = true
    if (line.includes(blockEnd)) isInside = false
  }
  return kept.join('\n').trim()
}

/** Makes text harmless inside a block: it can neither open nor close one, nor start a section. */
export function asItem(text: string): string {
  return text.replaceAll('<!-- tamis:', '&lt;!-- tamis:').trim().replace(/\r?\n/g, '\n  ')
}

/** True when nearly all that `text` says is in `known` already. */
export function isEchoOf(text: string, known: string): boolean {
  const said = shingles(text)
  const before = shingles(known)
  if (said.size === 0) return text.trim() === known.trim()
  const repeated = [...said].filter((shingle) => before.has(shingle)).length
  return repeated / said.size >= echoShare
}

/** Runs of three words; the words themselves in a text of fewer. */
export function shingles(text: string): ReadonlySet<string> {
  const words = termsOf(text)
  if (words.length <= shingleLength) return new Set(words.length === 0 ? [] : [words.join(' ')])
  return new Set(
    words.slice(0, 1 - shingleLength).map((_, at) => words.slice(at, at + shingleLength).join(' ')),
  )
}
