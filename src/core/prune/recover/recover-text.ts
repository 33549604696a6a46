import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Log } from '../../../ports/log.ts'
import type { Ledger } from '../../../ports/store/ledger.ts'
import type { Original, Originals } from '../../../ports/store/originals.ts'
import { type Lines, splitLines } from '../../text/lines.ts'
import type { PruneCall } from '../request/prune-text.ts'
import { findRanges, recoverColumns, recoverRanges, recoverValue } from './recover.ts'

interface RecoverTextDeps {
  readonly originals: Originals
  readonly ledger: Ledger
  readonly now: Clock
  readonly log: Log
}

export interface RecoverRequest {
  readonly id: string
  /** Lines by number; without ranges and search, the whole text. */
  readonly ranges?: readonly LineSpan[]
  /** Lines that hold this term, with `contextLines` around each. */
  readonly search?: { readonly term: string; readonly contextLines: number }
  /** Part of one line, as the marker inside a very long line names it. */
  readonly columns?: ColumnSpan
  /** A value of a JSON text by its pointer, as the marker inside it names it. */
  readonly pointer?: string
  readonly includeLineNumbers: boolean
}

interface ColumnSpan {
  readonly line: number
  readonly start_column: number
  readonly end_column: number
}

export interface LineSpan {
  readonly start_line: number
  readonly end_line: number
}

/** The contract's answer, under its own field names. */
export interface RecoverResult {
  readonly raw_text: string
  readonly metadata: {
    readonly prune_id: string
    readonly ranges: readonly LineSpan[]
    readonly line_numbering: 'original'
  }
}

/** Lines of the original behind any recovery id, byte for byte. */
export async function recoverText(
  { originals, ledger, now, log }: RecoverTextDeps,
  request: RecoverRequest,
  { source, caller, isPreview }: Pick<PruneCall, 'source' | 'caller' | 'isPreview'>,
): Promise<RecoverResult> {
  const startedAt = now()
  const original = await originals.find(request.id, startedAt)
  if (!original) throw notFound(request.id)
  const lines = splitLines(original.text)
  const ranges = rangesOf(lines, request)
  const text = textOf(lines, ranges, request)
  // A person who looks at an original is no model that missed it.
  if (!isPreview)
    await ledger
      .append([
        {
          at: startedAt,
          kind: 'recover',
          ref: request.id,
          source,
          ...(caller ? { caller: caller.name } : {}),
          durationMs: now() - startedAt,
          isFallback: false,
          warnings: [],
          details: { recovered: original.kind, chars: text.length, ...maskedBy(original) },
        },
      ])
      .catch((error: unknown) => log.error('ledger-not-written', { cause: String(error) }))
  const metadata = {
    prune_id: request.id,
    ranges: clamped(ranges, lines.count),
    line_numbering: 'original' as const,
  }
  return { raw_text: text, metadata }
}

/** What a masked result says of itself, so that asking it back is counted by tool and policy. */
function maskedBy({ kind, result }: Original): Readonly<Record<string, unknown>> {
  if (kind !== 'mask' || result === undefined) return {}
  const { tool, policy } = JSON.parse(result) as { tool?: string; policy?: string }
  return { tool, policy }
}

function textOf(
  lines: Lines,
  ranges: readonly LineSpan[],
  { columns, pointer, includeLineNumbers }: RecoverRequest,
): string {
  if (pointer !== undefined) return recoverValue(lines.text, pointer)
  if (columns) {
    const { line, start_column: start, end_column: end } = columns
    return recoverColumns(lines, line, { start, end })
  }
  const asked = ranges.map(({ start_line, end_line }) => ({ start: start_line, end: end_line }))
  return recoverRanges(lines, asked, includeLineNumbers)
}

function rangesOf(lines: Lines, { ranges, search, columns }: RecoverRequest): readonly LineSpan[] {
  if (columns) return [{ start_line: columns.line, end_line: columns.line }]
  if (search)
    return findRanges(lines, search.term, search.contextLines).map(({ start, end }) => ({
      start_line: start,
      end_line: end,
    }))
  return ranges ?? (lines.count > 0 ? [{ start_line: 1, end_line: lines.count }] : [])
}

function clamped(ranges: readonly LineSpan[], last: number): readonly LineSpan[] {
  return ranges
    .map(({ start_line, end_line }) => ({ start_line, end_line: Math.min(end_line, last) }))
    .filter(({ start_line, end_line }) => start_line <= end_line)
}

function notFound(id: string): EngineError {
  return new EngineError('prune_id_not_found', phrase`Nothing is kept under ${id}`, {
    hint: 'It may have expired: prune again, or raise prune.prune_id_ttl_s.',
    details: { prune_id: id },
  })
}
