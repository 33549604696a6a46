import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import type { Statement } from './statements-of.ts'

/** A block of code is quoted whole, or as much of it as one reads. */
export const mostCodeLines = 25

/**
 * A definition stands for itself: its comment, its head and its body. Of one too long to quote each
 * member does, or each stretch between two empty lines.
 */
export function codeStatements(
  { text, startLine }: Pick<KeyedChunk, 'text' | 'startLine'>,
  context: string,
): readonly Statement[] {
  const lines = text.replace(/\s+$/, '').split('\n')
  return stretchesOf(lines).flatMap(({ start, end }) => {
    const shown = lines.slice(start, Math.min(end, start + mostCodeLines))
    if (start > 0 && shown.every((line) => bareLine.test(line))) return []
    const from = startLine + start
    const endLine = from + shown.length - 1
    return { text: shown.join('\n'), kind: 'code', startLine: from, endLine, context }
  })
}

/** Lines that only open, close, import or hand on say nothing of what is done. */
const bareLine = /^\s*(?:\/\/\s*#.*|export\s*(?:type\s*)?\{[^}]*\}.*|import\b.*|[\])}\s;,]*)$/

interface Stretch {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

const commentStart = /^\s*(?:\/\*|\/\/|#\s|--\s|""")/
const commentLine = /^\s*(?:\/\*|\*|\/\/|#\s|--\s)/

function stretchesOf(lines: readonly string[]): readonly Stretch[] {
  const first = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ''),
  )
  if (lines.length - first <= mostCodeLines) return [{ start: first, end: lines.length }]
  const starts = [first]
  for (let at = first + 1; at < lines.length; at++) {
    const [before = '', line = ''] = [lines[at - 1], lines[at]]
    if (line.trim() === '') continue
    // A comment belongs to what follows it; inside one an empty line ends nothing.
    const isAfterGap = before.trim() === '' && !commentLine.test(lastSaid(lines, at - 1))
    const isNewComment = commentStart.test(line) && !commentLine.test(before)
    if (isAfterGap || isNewComment) starts.push(at)
  }
  return starts.map((start, index) => ({
    start,
    end: trimmedEnd(lines, start, starts[index + 1] ?? lines.length),
  }))
}

function lastSaid(lines: readonly string[], from: number): string {
  for (let at = from; at >= 0; at--) if (lines[at]?.trim()) return lines[at] ?? ''
  return ''
}

function trimmedEnd(lines: readonly string[], start: number, end: number): number {
  let last = end
  while (last > start + 1 && lines[last - 1]?.trim() === '') last -= 1
  return last
}
