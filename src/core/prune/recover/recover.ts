import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import { foldText } from '../../text/fold.ts'
import { type Lines, lineAt, rawLinesBetween } from '../../text/lines.ts'
import { type LineRange, mergeRanges } from '../../text/ranges.ts'
import { valueAt } from '../json/pointer.ts'
import { numberedLines } from '../markers/render.ts'

/** The asked lines byte for byte, ranges in the order given; what lies past the end is left out. */
export function recoverRanges(
  lines: Lines,
  ranges: readonly LineRange[],
  includeLineNumbers: boolean,
): string {
  for (const range of ranges) checkRange(range)
  return ranges
    .map(({ start, end }) => ({ start, end: Math.min(end, lines.count) }))
    .filter(({ start, end }) => start <= end)
    .map((range) =>
      includeLineNumbers
        ? numberedLines(lines, range)
        : rawLinesBetween(lines, range.start - 1, range.end - 1),
    )
    .reduce(joinOnOwnLine, '')
}

/** Part of one line, columns as `shortenLines` counts them; what lies past its end is left out. */
export function recoverColumns(lines: Lines, line: number, columns: LineRange): string {
  checkRange({ start: line, end: line })
  checkRange(columns)
  return line > lines.count ? '' : lineAt(lines, line - 1).slice(columns.start - 1, columns.end)
}

/** A value of a JSON text, as it is written there. */
export function recoverValue(text: string, pointer: string): string {
  const value = valueAt(text, pointer)
  if (value !== undefined) return value
  throw new EngineError('invalid_range', phrase`No value at ${pointer}`, {
    hint: 'A pointer starts with a slash, as in /versions/5.4.5, and the text must be JSON.',
    details: { pointer },
  })
}

/** Lines that hold the term, case and diacritics ignored, with some lines around each. */
export function findRanges(lines: Lines, term: string, contextLines: number): readonly LineRange[] {
  const wanted = foldText(term)
  if (wanted === '') return []
  const found: LineRange[] = []
  for (let index = 0; index < lines.count; index++) {
    if (!foldText(lineAt(lines, index)).includes(wanted)) continue
    const start = Math.max(1, index + 1 - contextLines)
    found.push({ start, end: Math.min(lines.count, index + 1 + contextLines) })
  }
  return mergeRanges(found)
}

function checkRange(range: LineRange): void {
  const { start, end } = range
  if (Number.isInteger(start) && Number.isInteger(end) && start >= 1 && start <= end) return
  throw new EngineError('invalid_range', phrase`No lines from ${start} to ${end}`, {
    hint: 'Lines count from 1 and a range ends at or after its start.',
    details: { start_line: start, end_line: end },
  })
}

/** A last line without terminator must not run into the range that follows it. */
function joinOnOwnLine(text: string, next: string): string {
  const isOpen = text !== '' && !text.endsWith('\n') && !text.endsWith('\r')
  return isOpen ? `${text}\n${next}` : text + next
}
