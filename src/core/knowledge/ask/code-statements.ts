import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import type { Statement } from './statements-of.ts'

/** A block of code is quoted whole, or as much of it as one reads. */
export const mostCodeLines = 25

/**
 * A definition stands for itself: its comment, its head and its body. One too long to quote is what
 * its comment says it does, with its head, then its example, then each member or each stretch
 * between two empty lines.
 */
export function codeStatements(
  { text, startLine }: Pick<KeyedChunk, 'text' | 'startLine'>,
  context: string,
): readonly Statement[] {
  const lines = text.replace(/\s+$/, '').split('\n')
  const described = describedParts(lines)
  const commentEnd = described?.commentEnd ?? 0
  const rest = stretchesOf(lines).filter(
    ({ start, end }) =>
      start >= commentEnd && (start === 0 || !lines.slice(start, end).every(isBare)),
  )
  const said = `${context} ${lines.slice(0, commentEnd).join(' ')}`
  return [
    ...(described?.parts ?? []).map((part) => statementAt(lines, part, startLine, said)),
    ...rest.map((part) => statementAt(lines, part, startLine, context)),
  ]
}

function statementAt(
  lines: readonly string[],
  { start, end, skipped }: Stretch,
  startLine: number,
  context: string,
): Statement {
  const hidden = skipped ? skipped.end - skipped.start : 0
  const last = Math.min(end, start + mostCodeLines + hidden)
  const shown = skipped
    ? [...lines.slice(start, skipped.start), gap, ...lines.slice(skipped.end, last)]
    : lines.slice(start, last)
  const [from, to] = [startLine + start, startLine + last - 1]
  return { text: shown.join('\n'), kind: 'code', startLine: from, endLine: to, context }
}

/** Stands for what a comment says of parameters and the like. */
const gap = '…'
const blockTag = /^\s*\*\s*@\w/
const exampleTag = /^\s*\*\s*@example\b/
const emptyComment = /^\s*\*?\s*$/

/** Of a long definition with a comment: what it does with its head, and its example. */
function describedParts(
  lines: readonly string[],
): { readonly parts: readonly Stretch[]; readonly commentEnd: number } | undefined {
  const start = lines.findIndex((line) => !isBare(line))
  const isLong = lines.length - start > mostCodeLines
  if (!isLong || !/^\s*\/\*\*/.test(lines[start] ?? '')) return undefined
  const firstFrom = (from: number, isIt: (line: string) => boolean): number =>
    lines.findIndex((line, at) => at >= from && isIt(line))
  const commentEnd = firstFrom(start, (line) => line.includes('*/')) + 1
  const tag = firstFrom(start, (line) => blockTag.test(line))
  if (tag === -1 || tag >= commentEnd || tag - start > mostCodeLines / 2) return undefined
  let said = tag
  while (said > start + 1 && emptyComment.test(lines[said - 1] ?? '')) said -= 1
  if (said === start + 1) return undefined
  const head = { start, end: headEnd(lines, commentEnd), skipped: { start: said, end: commentEnd } }
  const example = firstFrom(tag, (line) => exampleTag.test(line))
  if (example === -1 || example >= commentEnd) return { parts: [head], commentEnd }
  const end = firstFrom(example + 1, (line) => blockTag.test(line) || line.includes('*/'))
  return { parts: [head, { start: example, end }], commentEnd }
}

/** Past the line that opens the body; a head that does not end soon is cut. */
function headEnd(lines: readonly string[], from: number): number {
  const open = lines.findIndex((line, at) => at >= from && /(?:[{;(]|=>)\s*$/.test(line))
  return open === -1 ? from + 1 : Math.min(open + 1, from + 6)
}

/** Lines that only open, close, import or hand on say nothing of what is done. */
const bareLine = /^\s*(?:\/\/\s*#.*|export\s*(?:type\s*)?\{[^}]*\}.*|import\b.*|[\])}\s;,]*)$/

function isBare(line: string): boolean {
  return bareLine.test(line)
}

interface Stretch {
  readonly start: number
  /** Exclusive. */
  readonly end: number
  /** Lines inside it that are not shown. */
  readonly skipped?: Pick<Stretch, 'start' | 'end'>
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
