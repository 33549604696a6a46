import type { MessagePort, Worker } from 'node:worker_threads'
import type { Tokenizer } from '../../ports/tokenizer.ts'

/** Counts in a thread: the tables of an encoding are a quarter of a million objects, which every full collection of a daemon's memory would go through, and reading them takes a moment. */
export interface TokenizerThread extends Tokenizer {
  /** Ends the thread, if there is one. */
  close(): Promise<void>
}

interface CountRequest {
  readonly id: number
  readonly texts: readonly string[]
}

type CountReply =
  | { readonly id: number; readonly counts: readonly number[] }
  | { readonly id: number; readonly problem: string }

interface Waiting {
  readonly done: (counts: readonly number[]) => void
  readonly failed: (error: Error) => void
}

/**
 * The thread starts with the first text. When it ends by itself all that wait are told, and the next
 * text starts another.
 */
export function tokenizerThread(name: string, start: () => Worker): TokenizerThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let count = 0

  function running(): Worker {
    if (worker) return worker
    const started = start()
    let cause: unknown = 'it ended by itself'
    started.on('message', (reply: CountReply) => settle(started, reply))
    started.on('error', (error) => {
      cause = error
    })
    started.on('exit', () => {
      if (worker === started) worker = undefined
      const lost = [...waiting.values()]
      waiting.clear()
      for (const { failed } of lost)
        failed(new Error('The thread that counts tokens ended', { cause }))
    })
    worker = started
    return started
  }

  function settle(from: Worker, reply: CountReply): void {
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    // Without work it does not keep the process alive.
    if (waiting.size === 0) from.unref()
    if ('problem' in reply) asked?.failed(new Error(reply.problem))
    else asked?.done(reply.counts)
  }

  return {
    name,
    count(texts) {
      if (texts.length === 0) return Promise.resolve([])
      return new Promise((done, failed) => {
        const thread = running()
        const id = ++count
        waiting.set(id, { done, failed })
        if (waiting.size === 1) thread.ref()
        thread.postMessage({ id, texts } satisfies CountRequest)
      })
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

/** Runs in the thread. */
export function serveCounts(port: MessagePort, tokenizer: Tokenizer): void {
  port.on('message', ({ id, texts }: CountRequest) => {
    tokenizer.count(texts).then(
      (counts) => port.postMessage({ id, counts } satisfies CountReply),
      (error) => port.postMessage({ id, problem: String(error) } satisfies CountReply),
    )
  })
}
