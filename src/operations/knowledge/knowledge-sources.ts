import { z } from 'zod'
import { toIsoTime } from '../../core/text/iso-time.ts'
import { english, type Say } from '../../core/text/say.ts'
import type { KnownSource } from '../../engine.ts'
import { phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { toColumns } from '../table.ts'
import { passedOver } from './passed-over.ts'

/** What the daemon keeps fresh, and how each of it stands. */
export const sourcesOperation = operation({
  name: 'knowledge.sources',
  summary: 'Show the sources that the daemon keeps fresh: when each was read, counts and errors',
  effect: 'read',
  tool: { name: 'knowledge_sources', profiles: [] },
  command: { name: 'sources', asksDaemon: true, examples: ['tamis sources'] },
  input: z.strictObject({}),
  run: async (engine) => ({ sources: engine.knowledge.sources.list().map(toListed) }),
  toText: ({ sources }, say) => sourcesText(sources, say),
  isFailure: ({ sources }) => sources.some(({ state }) => state === 'failed'),
})

type Listed = ReturnType<typeof toListed>

function toListed({ definition, state }: KnownSource) {
  const { name, path, watch, everyMs } = definition
  const { phase, progress, readAt, tookMs, nextAt, result, failure, unwatched } = state
  return {
    name,
    path,
    watch,
    every_ms: everyMs ?? null,
    state: phase,
    progress: progress
      ? { phase: progress.phase, done: progress.done, total: progress.total ?? null }
      : null,
    last_read_at: readAt === undefined ? null : toIsoTime(readAt),
    took_ms: tookMs ?? null,
    next_read_at: nextAt === undefined ? null : toIsoTime(nextAt),
    counts: result
      ? {
          added: result.added,
          changed: result.changed,
          renamed: result.renamed,
          removed: result.removed,
          unchanged: result.unchanged,
        }
      : null,
    passed_over: result?.skipped ?? {},
    embedding_failed: result?.embeddingFailed ?? null,
    error: failure
      ? { code: failure.code, message: failure.message, at: toIsoTime(failure.at) }
      : null,
    not_watched: unwatched ?? null,
  }
}

function sourcesText(sources: readonly Listed[], say: Say): string {
  if (sources.length === 0)
    return say('No source is kept fresh: name one in tamis.toml under [[knowledge.sources]].')
  const table = toColumns(
    ['source', 'state', 'documents', 'last read', 'path'],
    sources.map((one) => [
      one.name,
      stateText(one, say),
      documentsOf(one) ?? '',
      one.last_read_at ?? say('never'),
      one.path,
    ]),
    say,
  )
  const notes = sources.flatMap((one) => notesOn(one, say))
  const isOff = sources.every(({ state }) => state === 'off')
  return [
    table,
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...(isOff ? ['', say('No daemon keeps them fresh: `tamis up --detach` starts one.')] : []),
  ].join('\n')
}

const stateWords: Readonly<Record<Listed['state'], string>> = {
  off: english('off'),
  waiting: english('waiting'),
  reading: english('reading'),
  fresh: english('fresh'),
  failed: english('failed'),
}

function stateText({ state, progress }: Listed, say: Say): string {
  const word = say(stateWords[state])
  const total = progress?.total ?? null
  return state === 'reading' && total !== null ? `${word} ${progress?.done}/${total}` : word
}

/** As many as the last whole read found. */
function documentsOf({ counts }: Listed): number | undefined {
  if (counts === null) return undefined
  return counts.added + counts.changed + counts.renamed + counts.unchanged
}

function notesOn(one: Listed, say: Say): readonly string[] {
  const { name, path, error, not_watched, embedding_failed, passed_over } = one
  const { ignored: _, ...counts } = passed_over
  const passed = passedOver(counts, say)
  return [
    ...(error ? [`${name}: ${errorText(error, path, say)}`] : []),
    ...(not_watched ? [say(phrase`${name} is not watched: ${not_watched}`)] : []),
    ...(embedding_failed ? [say(phrase`${name} has no vectors: ${embedding_failed}`)] : []),
    ...(passed.length > 0 ? [`${name}: ${say(phrase`Passed over: ${passed.join(', ')}.`)}`] : []),
  ]
}

function errorText(error: NonNullable<Listed['error']>, path: string, say: Say): string {
  if (error.code === 'missing') return say(phrase`${path} is missing`)
  return error.code === 'unreadable' ? say(phrase`${path} cannot be read`) : error.message
}
