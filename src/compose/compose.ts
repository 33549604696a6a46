import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { digest } from '../adapters/node/digest.ts'
import { stderrLog } from '../adapters/node/log.ts'
import { acquireLock } from '../adapters/sqlite/lock.ts'
import { o200kTokenizer } from '../adapters/tokenizer/tokenizer.ts'
import { type TokenizerThread, tokenizerThread } from '../adapters/tokenizer/tokenizer-thread.ts'
import type { LoadedConfig } from '../config/load.ts'
import { makeFolder } from '../config/make-folder.ts'
import { defaultNamespace, type Engine, type Lock, type Log } from '../engine.ts'
import { type NamespaceEngine, openNamespaceEngine } from './namespace-engine.ts'
import { shareParts } from './shared-parts.ts'
import { openWriterThread } from './store.ts'

export interface Composed {
  /** The engine of the namespace that the configuration names, the default one if none. */
  readonly engine: Engine
  /** The engine of any namespace, `undefined` for that one; the first to ask opens it. */
  engineOf(namespace: string | undefined): Promise<Engine>
  /** Whether the database answers that the store is in; absent for one in the home. */
  readonly isStoreThere?: (() => boolean) | undefined
  readonly log: Log
  close(): Promise<void>
}

export interface ComposeOptions {
  /** Told of each engine as it is opened. */
  readonly onEngine?: (engine: Engine) => void
  /** Requests pass through this process for as long as it lives: its store is written in a thread. */
  readonly isDaemon?: boolean
}

/** The composition root: the one file that knows every adapter. */
export async function compose(
  loaded: LoadedConfig,
  version: string,
  { onEngine = () => undefined, isDaemon = false }: ComposeOptions = {},
): Promise<Composed> {
  const log = stderrLog()
  const thread = isDaemon ? openWriterThread(log) : undefined
  const tokenizer = openTokenizer(isDaemon)
  const shared = await shareParts(loaded, version, log, thread, tokenizer)
  const engines = new Map<string, Promise<NamespaceEngine>>()

  async function open(namespace: string): Promise<NamespaceEngine> {
    const made = await openNamespaceEngine(shared, namespace)
    onEngine(made.engine)
    return made
  }
  async function engineOf(asked: string | undefined): Promise<Engine> {
    const namespace = asked ?? loaded.namespace ?? defaultNamespace
    const known = engines.get(namespace)
    const opening = known ?? open(namespace)
    if (!known) {
      engines.set(namespace, opening)
      // One that could not be opened is tried again by the next who asks.
      opening.catch(() => engines.delete(namespace))
    }
    return (await opening).engine
  }
  return {
    engine: await engineOf(undefined),
    engineOf,
    isStoreThere: shared.parts.server?.pulse?.isThere,
    log,
    async close() {
      const opened = await Promise.allSettled(engines.values())
      await Promise.all(
        opened.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)),
      )
      await shared.tracer?.close()
      await shared.root.close()
      await shared.parts.server?.close()
      await thread?.close()
      await tokenizer.close()
    },
  }
}

/** The lock that one daemon a home may hold; `undefined` when another has it. */
export function lockHome(home: string): Lock | undefined {
  makeFolder(home)
  return acquireLock(join(home, 'daemon.lock'))
}

/** In a thread for a daemon; a command that counts once does without. */
function openTokenizer(isDaemon: boolean): TokenizerThread {
  const own = o200kTokenizer(digest)
  if (!isDaemon) return { ...own, close: async () => undefined }
  const start = (): Worker =>
    new Worker(new URL('./token-counter.ts', import.meta.url), { execArgv: [], env: {} })
  return tokenizerThread(own.name, start)
}
