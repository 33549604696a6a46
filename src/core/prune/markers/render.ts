import {
  firstTerminator,
  type Lines,
  lineAt,
  rawLineAt,
  rawLinesBetween,
} from '../../text/lines.ts'
import { complementRanges, type LineRange, rangesOfFlags } from '../../text/ranges.ts'
import type { PrunedBlock, PruneInput } from '../types.ts'
import { type MarkerLocale, markerWords } from './marker-words.ts'

interface Rendered {
  readonly text: string
  readonly annotations: readonly PrunedBlock[]
  readonly keptRanges: readonly LineRange[]
}

interface Rendering {
  readonly lines: Lines
  readonly kept: Uint8Array
  readonly pruneId: string
  readonly reasonOf: (gap: LineRange) => string
  readonly options: Pick<PruneInput, 'annotateLines' | 'includeMarkers' | 'locale'>
}

/** Kept lines verbatim and in order, each hidden block described once, in place if asked. */
export function render(rendering: Rendering): Rendered {
  const { lines, kept, options } = rendering
  const keptRanges = rangesOfFlags(kept)
  const annotations = complementRanges(keptRanges, lines.count).map((gap) =>
    annotationOf(rendering, gap),
  )
  const pieces: string[] = []
  let gap = 0
  for (const range of keptRanges) {
    const before = annotations[gap]
    if (before !== undefined && before.original_start_line < range.start) {
      pieces.push(markerLine(rendering, before))
      gap += 1
    }
    pieces.push(options.annotateLines ? numberedLines(lines, range) : verbatim(lines, range))
  }
  const last = annotations[gap]
  if (last !== undefined) pieces.push(markerLine(rendering, last))
  return { text: pieces.join(''), annotations, keptRanges }
}

/** `12│ content`, terminators kept. */
export function numberedLines(lines: Lines, range: LineRange): string {
  let text = ''
  for (let line = range.start; line <= range.end; line++) {
    text += `${line}│ ${rawLineAt(lines, line - 1)}`
  }
  return text
}

/** The canonical marker of the contract, on one line, or the same in another language. */
export function markerOf(
  pruneId: string,
  gap: LineRange,
  reason: string,
  locale?: MarkerLocale,
): string {
  const count = gap.end - gap.start + 1
  const { pruned, lines, reason: because } = markerWords(locale)
  return `⟦${pruned}: prune_id=${pruneId} ${lines} ${gap.start}-${gap.end} (${count}) ${because}=${reason}⟧`
}

function annotationOf(rendering: Rendering, gap: LineRange): PrunedBlock {
  const reason = rendering.reasonOf(gap)
  return {
    kind: 'pruned_block',
    original_start_line: gap.start,
    original_end_line: gap.end,
    pruned_line_count: gap.end - gap.start + 1,
    reason,
    marker: markerOf(rendering.pruneId, gap, reason, rendering.options.locale),
  }
}

/** A marker ends as the line before it would: without a terminator only at the end of such a text. */
function markerLine({ lines, options }: Rendering, block: PrunedBlock): string {
  if (!options.includeMarkers) return ''
  const isLast = block.original_end_line === lines.count
  const isOpen = isLast && rawLineAt(lines, lines.count - 1) === lineAt(lines, lines.count - 1)
  return isOpen ? block.marker : block.marker + firstTerminator(lines)
}

function verbatim(lines: Lines, range: LineRange): string {
  return rawLinesBetween(lines, range.start - 1, range.end - 1)
}
