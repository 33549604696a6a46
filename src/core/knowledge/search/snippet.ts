import { foldText } from '../../text/fold.ts'
import { stem } from '../../text/stem.ts'
import { partsOf } from '../../text/terms.ts'
import { scriptGrams, stemmerOf } from './index-terms.ts'
import type { Question } from './question.ts'

/** Characters of a snippet, at most. */
const snippetLength = 320

/** The verbatim stretch of a chunk that holds most of what was asked. */
export function snippetOf(text: string, question: Question, language: string): string {
  const trimmed = text.trim()
  if (trimmed.length <= snippetLength) return trimmed
  const marks = weighMatches(trimmed, question, language)
  const start = bestStart(trimmed, marks)
  return trimmed.slice(start, endBefore(trimmed, start + snippetLength)).trim()
}

interface Mark {
  readonly at: number
  readonly weight: number
}

function weighMatches(text: string, question: Question, language: string): readonly Mark[] {
  const wanted = new Set(question.content)
  const pairs = new Set(question.scriptPairs)
  const marks: Mark[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const terms = partsOf(match[0]).map((part) => stem(foldText(part), stemmerOf(language)))
    const found = terms.filter((term) => wanted.has(term))
    const grams = pairs.size === 0 ? [] : scriptGrams(match[0], 2).filter((pair) => pairs.has(pair))
    const weight =
      found.reduce((sum, term) => sum + question.rarity.of(term), 0) +
      grams.reduce((sum, pair) => sum + question.gramRarity.of(pair), 0)
    if (weight > 0) marks.push({ at: match.index, weight })
  }
  return marks
}

function bestStart(text: string, marks: readonly Mark[]): number {
  let best = { start: 0, weight: -1 }
  for (const { at } of marks) {
    const start = Math.max(0, startBefore(text, at))
    const weight = marks
      .filter((mark) => mark.at >= start && mark.at < start + snippetLength - 20)
      .reduce((sum, mark) => sum + mark.weight, 0)
    if (weight > best.weight) best = { start, weight }
  }
  return Math.min(best.start, Math.max(0, text.length - snippetLength))
}

/** The beginning of the line or sentence around a match, not too far back. */
function startBefore(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - 120), at)
  const cut = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('. '))
  return at - before.length + (cut === -1 ? 0 : cut + 1)
}

function endBefore(text: string, limit: number): number {
  if (limit >= text.length) return text.length
  const space = text.lastIndexOf(' ', limit)
  return space > limit - 40 ? space : limit
}
