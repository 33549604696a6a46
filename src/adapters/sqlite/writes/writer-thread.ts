import type { Worker } from 'node:worker_threads'
import { EngineError } from '../../../errors.ts'
import { fromFailure, type WriteReply, type WriteRequest } from './serve-writes.ts'
import type { StoreWrites } from './store-writes.ts'

/** A thread that writes to the databases of a process: neither a flush nor a checkpoint holds requests up. */
export interface WriterThread {
  /** The writes of one database. Each resolves once it is done there, as durable as it would be here. */
  writesOf(path: string): StoreWrites
  /** Resolves when the connections of one database are closed. */
  closeDatabase(path: string): Promise<void>
  /** Ends the thread, if there is one. */
  close(): Promise<void>
}

interface Waiting {
  readonly done: (result: unknown) => void
  readonly failed: (error: Error) => void
}

/**
 * The thread starts with the first database, before anybody waits for it. When it ends by itself, all that wait are told that theirs
 * may not be kept, `onEnded` hears of it, and the next write starts another.
 */
export function writerThread(start: () => Worker, onEnded: (cause: unknown) => void): WriterThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let count = 0

  function running(): Worker {
    if (worker) return worker
    const started = start()
    let cause: unknown = 'it ended by itself'
    started.on('message', (reply: WriteReply) => settle(started, reply))
    started.on('error', (error) => {
      cause = error
    })
    started.on('exit', () => {
      if (worker === started) onEnded(cause)
      worker = undefined
      const lost = [...waiting.values()]
      waiting.clear()
      for (const { failed } of lost) failed(writerEnded(cause))
    })
    worker = started
    // Without work it does not keep the process alive.
    started.unref()
    return started
  }

  function settle(from: Worker, reply: WriteReply): void {
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (waiting.size === 0) from.unref()
    if ('failure' in reply) asked?.failed(fromFailure(reply.failure))
    else asked?.done(reply.result)
  }

  function ask(path: string, call: WriteRequest['call'], values: readonly unknown[]) {
    return new Promise<unknown>((done, failed) => {
      const thread = running()
      const id = ++count
      waiting.set(id, { done, failed })
      if (waiting.size === 1) thread.ref()
      thread.postMessage({ id, path, call, values } satisfies WriteRequest)
    })
  }

  return {
    writesOf(path) {
      running()
      const asking =
        (call: keyof StoreWrites) =>
        (...values: readonly unknown[]) =>
          ask(path, call, values)
      return Object.fromEntries(calls.map((call) => [call, asking(call)])) as unknown as StoreWrites
    },
    async closeDatabase(path) {
      if (worker) await ask(path, 'close', [])
    },
    async close() {
      const ending = worker
      worker = undefined
      // Nothing else may be left that keeps the process alive until it has ended.
      ending?.ref()
      await ending?.terminate()
    },
  }
}

const calls: readonly (keyof StoreWrites)[] = [
  'keepOriginals',
  'sweepOriginals',
  'keepSent',
  'replaceSent',
  'sweepSent',
  'appendToLedger',
  'sweepLedger',
]

function writerEnded(cause: unknown): EngineError {
  return new EngineError('store_unavailable', 'The thread that writes the store ended', {
    hint: 'It starts again with the next write. `tamis doctor` checks the disk.',
    cause,
  })
}
