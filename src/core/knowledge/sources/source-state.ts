import type { SkipReason } from '../../../ports/files/source-files.ts'
import type { Trust } from '../../../ports/store/document-rows.ts'
import type { IngestResult } from '../ingest/embed-base.ts'
import type { IngestProgress } from '../ingest/ingest-text.ts'

/** A file, folder or pattern that the configuration names, to be kept fresh. */
export interface SourceDefinition {
  readonly name: string
  /** Absolute. */
  readonly path: string
  readonly watch: boolean
  readonly everyMs?: number
  readonly trust?: Trust
  readonly tags?: readonly string[]
  readonly noIgnore?: boolean
}

/** `waiting` for its first read, `reading` now, `fresh` after a good read, `failed` after a bad one, `off` where no daemon keeps it. */
type SourcePhase = 'off' | 'waiting' | 'reading' | 'fresh' | 'failed'

export interface SourceState {
  readonly phase: SourcePhase
  readonly progress?: IngestProgress
  /** When it was last read to its end. */
  readonly readAt?: number
  readonly tookMs?: number
  /** When it is looked through next, changes aside. */
  readonly nextAt?: number
  readonly result?: SourceResult
  readonly failure?: SourceFailure
  /** Why changes are not followed though that was asked for. */
  readonly unwatched?: string
}

/** What the last whole read did; files that were passed over are counted, not listed. */
interface SourceResult
  extends Pick<IngestResult, 'added' | 'changed' | 'renamed' | 'unchanged' | 'removed'> {
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>
  readonly embeddingFailed: string | null
}

export interface SourceFailure {
  readonly code: string
  readonly message: string
  readonly at: number
}

export function toSourceResult(result: IngestResult): SourceResult {
  const skipped: Partial<Record<SkipReason, number>> = {}
  for (const { skipped: reason } of result.skipped) skipped[reason] = (skipped[reason] ?? 0) + 1
  const { added, changed, renamed, unchanged, removed, embedding_failed } = result
  return { added, changed, renamed, unchanged, removed, skipped, embeddingFailed: embedding_failed }
}

/** The path of a source, as the reader of files names it when there is nothing to read. */
export function reasonAgainst(
  { path }: SourceDefinition,
  { skipped }: IngestResult,
): 'missing' | 'unreadable' | undefined {
  const own = skipped.find((skip) => skip.path === path)
  return own?.skipped === 'missing' || own?.skipped === 'unreadable' ? own.skipped : undefined
}
