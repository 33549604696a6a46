import { EngineError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SourceFiles } from '../../../ports/files/source-files.ts'
import type { IngestResult } from '../ingest/embed-base.ts'
import type { OnIngest } from '../ingest/ingest-text.ts'
import { whenAborted } from '../when-aborted.ts'
import {
  reasonAgainst,
  type SourceDefinition,
  type SourceFailure,
  type SourceState,
  toSourceResult,
} from './source-state.ts'

export interface KeepSourceDeps {
  readonly watch: SourceFiles['watch']
  readonly now: Clock
  readonly pause: (ms: number) => Promise<void>
  /** Reads the source when its turn has come. */
  read(source: SourceDefinition, onProgress: OnIngest, signal: AbortSignal): Promise<IngestResult>
  /** A failure that no source should have. */
  onFault(source: SourceDefinition, error: unknown): void
}

/** Changes that come in a row are read once a second at most. */
const shortestRestMs = 1000

/** Reads a source, then again after changes or its interval, until the signal; whatever fails is its state. */
export async function keepSource(
  deps: KeepSourceDeps,
  source: SourceDefinition,
  change: (part: (before: SourceState) => SourceState) => void,
  signal: AbortSignal,
): Promise<void> {
  const stopped = whenAborted(signal)
  let watched: Watched | undefined
  for (let failures = 0; !signal.aborted; ) {
    watched ??= source.watch ? await startWatch(deps, source, signal) : undefined
    watched?.seen()
    const failure = await readOnce(deps, source, change, signal)
    if (signal.aborted) break
    failures = failure ? failures + 1 : 0
    const isWatched = watched?.isWatching() ?? false
    const restMs = restAfter(source, { failures, isWatched })
    const nextAt = restMs === undefined ? undefined : deps.now() + restMs
    change((before) => rested(before, { failure, nextAt, unwatched: watched?.reason() }))
    if (restMs === undefined) break
    if (failure || !isWatched) {
      // What went away may come back as another folder: a watch of the old one would not see it.
      watched?.end()
      watched = undefined
    }
    await Promise.race([stopped, untilDue(deps, restMs, watched)])
    await Promise.race([stopped, deps.pause(Math.min(restMs, shortestRestMs))])
  }
  watched?.end()
}

/** Resolves with the first change, or when the rest is over. */
function untilDue(
  { pause }: KeepSourceDeps,
  restMs: number,
  watched: Watched | undefined,
): Promise<void> {
  return watched ? Promise.race([pause(restMs), watched.changed()]) : pause(restMs)
}

function rested(
  { progress: _, nextAt: __, unwatched: ___, ...before }: SourceState,
  after: {
    readonly failure: SourceFailure | undefined
    readonly nextAt: number | undefined
    readonly unwatched: string | undefined
  },
): SourceState {
  const { failure, nextAt, unwatched } = after
  return {
    ...before,
    phase: failure ? 'failed' : 'fresh',
    ...(failure ? { failure } : {}),
    ...(nextAt === undefined ? {} : { nextAt }),
    ...(unwatched === undefined ? {} : { unwatched }),
  }
}

async function readOnce(
  deps: KeepSourceDeps,
  source: SourceDefinition,
  change: (part: (before: SourceState) => SourceState) => void,
  signal: AbortSignal,
): Promise<SourceFailure | undefined> {
  const startedAt = deps.now()
  try {
    const onProgress: OnIngest = (progress) =>
      change((before) => ({ ...before, phase: 'reading', progress }))
    const result = await deps.read(source, onProgress, signal)
    const at = deps.now()
    const reason = reasonAgainst(source, result)
    // A drive that is not mounted now has not lost its documents.
    if (reason) return { code: reason, message: `${source.path} ${meaningOf[reason]}`, at }
    const read = { readAt: at, tookMs: at - startedAt, result: toSourceResult(result) }
    change(({ failure: _, ...before }) => ({ ...before, ...read }))
    return undefined
  } catch (error) {
    if (!(error instanceof EngineError) && !signal.aborted) deps.onFault(source, error)
    const code = error instanceof EngineError ? error.code : 'internal_error'
    return { code, message: messageOf(error), at: deps.now() }
  }
}

const meaningOf = { missing: 'is not there', unreadable: 'cannot be read' } as const

interface Watched {
  isWatching(): boolean
  /** Why it is not. */
  reason(): string | undefined
  /** Resolves with the first change since the last `seen`, or when nothing more is told. */
  changed(): Promise<void>
  seen(): void
  end(): void
}

async function startWatch(
  deps: KeepSourceDeps,
  { path, noIgnore = false }: SourceDefinition,
  signal: AbortSignal,
): Promise<Watched> {
  const ended = new AbortController()
  let broken: string | undefined
  let next = Promise.withResolvers<void>()
  const onBroken = (error: unknown): void => {
    broken = messageOf(error)
    next.resolve()
  }
  const listener = { onChange: () => next.resolve(), onBroken }
  try {
    await deps.watch({ paths: [path], noIgnore }, listener, AbortSignal.any([signal, ended.signal]))
  } catch (error) {
    onBroken(error)
  }
  return {
    isWatching: () => broken === undefined,
    reason: () => broken,
    changed: () => next.promise,
    seen: () => {
      next = Promise.withResolvers<void>()
    },
    end: () => ended.abort(),
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const firstRetryMs = 30_000
const longestRetryMs = hourMs

/** How one pass over a source went. */
interface Pass {
  /** Bad reads in a row, this one among them. */
  readonly failures: number
  readonly isWatched: boolean
}

/**
 * How long a source rests before it is looked through again; `undefined` when nobody asked for that.
 * A watched one is too, now and then: a system may lose changes, or not tell those of another machine.
 */
export function restAfter(source: SourceDefinition, pass: Pass): number | undefined {
  const { watch, everyMs } = source
  if (pass.failures > 0) {
    const backOff = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(20, pass.failures - 1))
    return everyMs === undefined ? backOff : Math.min(everyMs, backOff)
  }
  if (everyMs !== undefined || !watch) return everyMs
  return pass.isWatched ? hourMs : 10 * minuteMs
}
