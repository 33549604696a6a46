import { expect, test } from 'vitest'
import { EngineError } from '../../../errors.ts'
import type { WatchListener } from '../../../ports/files/source-files.ts'
import type { IngestResult } from '../ingest/embed-base.ts'
import type { KeepSourceDeps } from './keep-source.ts'
import type { SourceDefinition } from './source-state.ts'
import { createSources } from './sources.ts'

const nothing: IngestResult = {
  added: 0,
  changed: 0,
  renamed: 0,
  unchanged: 1,
  removed: 0,
  skipped: [],
  embedded: 0,
  embedding_failed: null,
  embedding_hint: null,
}

const docs: SourceDefinition = { name: 'docs', path: '/docs', watch: false }
const notes: SourceDefinition = { name: 'notes', path: '/notes', watch: false }

/** Sources over a time that moves only when the test says so; gives what each read waits for. */
function kept(definitions: readonly SourceDefinition[], changes: Partial<KeepSourceDeps> = {}) {
  const pauses: { ms: number; end: () => void }[] = []
  const reads: { name: string; finish: (result: IngestResult | Error) => void }[] = []
  const faults: unknown[] = []
  const stop = new AbortController()
  const sources = createSources(
    {
      watch: async () => undefined,
      now: () => 1000,
      pause: (ms) => new Promise((end) => pauses.push({ ms, end })),
      read: ({ name }, onProgress, signal) => {
        onProgress({ phase: 'listing', done: 0 })
        return new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          reads.push({
            name,
            finish: (result) => (result instanceof Error ? reject(result) : resolve(result)),
          })
        })
      },
      onFault: (_, error) => faults.push(error),
      ...changes,
    },
    definitions,
  )
  const phases = () => sources.list().map(({ state }) => state.phase)
  const ended = sources.keepFresh(stop.signal)
  /** Everything that is not waiting for the test has happened. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const finish = async (result: IngestResult | Error): Promise<string | undefined> => {
    await settled()
    const read = reads.shift()
    read?.finish(result)
    await settled()
    return read?.name
  }
  const pass = async (ms: number): Promise<void> => {
    const at = pauses.findIndex((one) => one.ms === ms)
    expect(at, `a pause of ${ms} ms`).not.toBe(-1)
    pauses.splice(at, 1)[0]?.end()
    await settled()
  }
  return { sources, phases, ended, stop, settled, finish, pass, reads, faults }
}

test('reads one source at a time, and says which', async () => {
  const { phases, settled, finish, ended, reads } = kept([docs, notes])
  await settled()
  expect(phases()).toEqual(['reading', 'waiting'])
  expect(reads).toHaveLength(1)
  await finish(nothing)
  expect(phases()).toEqual(['fresh', 'reading'])
  await finish(nothing)
  await ended
})

test.each([
  { why: 'a refusal', error: new EngineError('store_unavailable', 'away'), faults: 0 },
  { why: 'a bug', error: new TypeError('x is not a function'), faults: 1 },
])('$why in one source is its state, and stops no other', async ({ error, faults: many }) => {
  const { sources, phases, finish, pass, faults, stop, ended } = kept([docs, notes])
  await finish(error)
  await finish(nothing)
  expect(phases()).toEqual(['failed', 'fresh'])
  expect(sources.list()[0]?.state.failure?.message).toBe(error.message)
  expect(faults).toHaveLength(many)
  await pass(30_000)
  await pass(1000)
  await finish(nothing)
  expect(sources.list()[0]?.state).toMatchObject({ phase: 'fresh', readAt: 1000 })
  expect(sources.list()[0]?.state.failure).toBeUndefined()
  stop.abort()
  await ended
})

test('a folder that is not there is a failure, and is looked for again', async () => {
  const { sources, finish, pass, stop, ended, reads } = kept([docs])
  await finish({ ...nothing, skipped: [{ path: '/docs', skipped: 'missing' }] })
  expect(sources.list()[0]?.state).toMatchObject({
    phase: 'failed',
    failure: { code: 'missing', message: '/docs is not there' },
    nextAt: 31_000,
  })
  await pass(30_000)
  await pass(1000)
  expect(reads).toHaveLength(1)
  stop.abort()
  await ended
})

test('a change while a source is read is read after it', async () => {
  const listeners: WatchListener[] = []
  const watched = { ...docs, watch: true }
  const { phases, finish, pass, stop, settled, ended, reads } = kept([watched], {
    watch: async (_, listener) => void listeners.push(listener),
  })
  await settled()
  listeners[0]?.onChange()
  await finish(nothing)
  expect(phases()).toEqual(['fresh'])
  await pass(1000)
  expect(reads).toHaveLength(1)
  await finish(nothing)
  await settled()
  expect(reads).toHaveLength(0)
  stop.abort()
  await ended
  expect(phases()).toEqual(['off'])
})

test('a watch that cannot be had is said, and the source is looked through instead', async () => {
  const { sources, finish, stop, ended } = kept([{ ...docs, watch: true }], {
    watch: () => Promise.reject(new Error('no watches are left')),
  })
  await finish(nothing)
  expect(sources.list()[0]?.state).toMatchObject({
    phase: 'fresh',
    unwatched: 'no watches are left',
    nextAt: 601_000,
  })
  stop.abort()
  await ended
})

test('a stop ends a read that is under way', async () => {
  const { phases, stop, settled, ended, faults } = kept([docs, notes])
  await settled()
  stop.abort()
  await ended
  expect({ phases: phases(), faults }).toEqual({ phases: ['off', 'off'], faults: [] })
})
