import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import type { Statement } from './statements-of.ts'

/** A block of code is quoted whole, or as much of it as one reads. */
export const mostCodeLines = 25

/**
 * A definition stands for itself: its comment, its head and its body. One too long to quote is what
 * its comment says it does, with its example and its head; then each member or each stretch between
 * two empty lines, under that head.
 */
export function codeStatements(
  { text, startLine }: Pick<KeyedChunk, 'text' | 'startLine'>,
  context: string,
): readonly Statement[] {
  const lines = text.replace(/\s+$/, '').split('\n')
  const first = firstLine(lines)
  const end = ownEnd(lines, first)
  const others = stretchesOf(lines, end, lines.length).map((part) =>
    statementAt(lines, [part], startLine, context),
  )
  if (end - first <= mostCodeLines)
    return [statementAt(lines, [{ start: first, end }], startLine, context), ...others]
  const head = headOf(lines, first) ?? { start: end, end }
  const described = describedParts(lines, first, head)
  const said = `${context} ${lines.slice(first, head.start).join(' ')}`
  const lead = [...lines.slice(head.start, head.end), gap].join('\n')
  return [
    ...(described ? [statementAt(lines, described, startLine, said)] : []),
    ...stretchesOf(lines, described ? head.end : first, end).map((part) => ({
      ...statementAt(lines, [part], startLine, context),
      ...(part.start >= head.end ? { lead } : {}),
    })),
    ...others,
  ]
}

/** Of the comment next to the head, past what only imports or closes and comments on something else. */
function firstLine(lines: readonly string[]): number {
  const first = Math.max(
    0,
    lines.findIndex((line) => !isBare(line)),
  )
  const head = headOf(lines, first)?.start ?? first
  const comments = lines.slice(first, head).map((line) => /^\s*\/\*/.test(line))
  return comments.includes(true) ? first + comments.lastIndexOf(true) : first
}

/** Stands for lines that are not shown. */
const gap = '…'

function statementAt(
  lines: readonly string[],
  parts: readonly Stretch[],
  startLine: number,
  context: string,
): Statement {
  const shown: string[] = []
  let last = parts[0]?.start ?? 0
  for (const { start, end } of parts) {
    const room = mostCodeLines - shown.length
    if (room <= 0) break
    if (start > last) shown.push(gap)
    last = Math.min(end, start + room)
    shown.push(...lines.slice(start, last))
  }
  const [from, to] = [startLine + (parts[0]?.start ?? 0), startLine + last - 1]
  return { text: shown.join('\n'), kind: 'code', startLine: from, endLine: to, context }
}

interface Stretch {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

const commentStart = /^\s*(?:\/\*|\/\/|#\s|--\s|""")/
const commentLine = /^\s*(?:\/\*|\*|\/\/|#\s|--\s)/

/** Where the definition ends: a comment that is not further in than its head belongs to what follows. */
function ownEnd(lines: readonly string[], first: number): number {
  const head = headOf(lines, first)
  if (head === undefined) return lines.length
  const margin = indentOf(lines[head.start] ?? '')
  const next = lines.findIndex(
    (line, at) => at >= head.end && commentStart.test(line) && indentOf(line) <= margin,
  )
  return trimmedEnd(lines, head.start, next === -1 ? lines.length : next)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** From the first line that is no comment past the one that opens the body; one that does not end soon is cut. */
function headOf(lines: readonly string[], first: number): Stretch | undefined {
  const start = lines.findIndex(
    (line, at) => at >= first && line.trim() !== '' && !commentLine.test(line),
  )
  if (start === -1) return undefined
  const open = lines.findIndex((line, at) => at >= start && /(?:[{;(]|=>)\s*$/.test(line))
  return { start, end: open === -1 ? start + 1 : Math.min(open + 1, start + 6) }
}

const blockTag = /^\s*\*\s*@\w/
/** Tags under which the words about a definition stand. */
const wordTag = /^\s*\*\s*@(?:name|category|summary|description|remarks|desc|fileoverview)\b/
const exampleTag = /^\s*\*\s*@example\b/
/** Lines of an example that are shown. */
const exampleLines = 14

/** What the comment of a definition says it does, its example, and the head. */
function describedParts(
  lines: readonly string[],
  first: number,
  head: Stretch,
): readonly Stretch[] | undefined {
  if (!/^\s*\/\*\*/.test(lines[first] ?? '')) return undefined
  const firstFrom = (from: number, isIt: (line: string) => boolean): number => {
    const at = lines.findIndex((line, index) => index >= from && index < head.start && isIt(line))
    return at === -1 ? head.start : at
  }
  const tag = firstFrom(first, (line) => blockTag.test(line) && !wordTag.test(line))
  const told = { start: first, end: Math.min(tag, first + mostCodeLines / 2) }
  const example = firstFrom(tag, (line) => exampleTag.test(line))
  if (example === head.start) return [told, head]
  const exampleEnd = firstFrom(example + 1, (line) => blockTag.test(line) || line.includes('*/'))
  return [told, { start: example, end: Math.min(exampleEnd, example + exampleLines) }, head]
}

/** Lines that only open, close, import or hand on say nothing of what is done. */
const bareLine =
  /^\s*(?:\/\/\s*#.*|export\s*(?:type\s*)?\{[^}]*\}.*|export\s+default\s+[\w$]+;?|import\b.*|[\])}\s;,]*)$/

function isBare(line: string): boolean {
  return bareLine.test(line)
}

/** What stands between two empty lines or begins with a comment, where it says anything. */
function stretchesOf(lines: readonly string[], from: number, to: number): readonly Stretch[] {
  const starts: number[] = []
  for (let at = from; at < to; at++) {
    const [before = '', line = ''] = [lines[at - 1], lines[at]]
    if (line.trim() === '') continue
    // A comment belongs to what follows it; inside one an empty line ends nothing.
    const isAfterGap = before.trim() === '' && !commentLine.test(lastSaid(lines, at - 1))
    const isNewComment = commentStart.test(line) && !commentLine.test(before)
    if (starts.length === 0 || isAfterGap || isNewComment) starts.push(at)
  }
  return (
    starts
      .map((start, index) => ({ start, end: trimmedEnd(lines, start, starts[index + 1] ?? to) }))
      // A comment on nothing belongs to what stands elsewhere.
      .filter(({ start, end }) =>
        lines.slice(start, end).some((line) => !isBare(line) && !commentLine.test(line)),
      )
  )
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
