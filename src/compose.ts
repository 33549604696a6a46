import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { deepInfraReranker } from './adapters/deepinfra/reranker.ts'
import { digest } from './adapters/node/digest.ts'
import { stderrLog } from './adapters/node/log.ts'
import { acquireLock } from './adapters/sqlite/lock.ts'
import { sqliteStore } from './adapters/sqlite/store.ts'
import { o200kTokenizer } from './adapters/tokenizer/tokenizer.ts'
import { chooseEmbedder, chooseLlm } from './compose-models.ts'
import type { Config } from './config/schema.ts'
import { createEngine, type Engine, type EngineSettings, type Lock, type Log } from './engine.ts'
import { EngineError } from './errors.ts'
import type { Reranker } from './ports/reranker.ts'

export interface Composed {
  readonly engine: Engine
  readonly log: Log
  close(): Promise<void>
}

/** The composition root: the one file that knows every adapter. */
export async function compose(config: Config, home: string, version: string): Promise<Composed> {
  makeHome(home)
  const log = stderrLog()
  const store = sqliteStore(join(home, 'tamis.db'), digest)
  const reranker = chooseReranker(config)
  const embedder = chooseEmbedder(config)
  const llm = chooseLlm(config)
  const engine = createEngine(
    {
      store,
      tokenizer: o200kTokenizer(digest),
      ...(reranker ? { reranker } : {}),
      ...(embedder ? { embedder } : {}),
      ...(llm ? { llm } : {}),
      digest,
      now: Date.now,
      log,
    },
    engineSettings(config, version),
  )
  return { engine, log, close: () => store.close() }
}

/** The lock that one daemon a home may hold; `undefined` when another has it. */
export function lockHome(home: string): Lock | undefined {
  makeHome(home)
  return acquireLock(join(home, 'daemon.lock'))
}

function engineSettings({ store }: Config, version: string): EngineSettings {
  return {
    version,
    store: { maxBytes: store.maxBytes, ledgerTtlMs: store.ledgerTtlS * 1000 },
  }
}

function chooseReranker({ prune, deepinfra }: Config): Reranker | undefined {
  if (prune.backend === 'heuristic') return undefined
  const { cacheTtlS, cacheMaxItems } = prune
  const settings = {
    ...deepinfra,
    apiKey: deepinfra.apiKey,
    cacheTtlMs: cacheTtlS * 1000,
    cacheMaxItems,
  }
  return deepInfraReranker(settings, Date.now, digest)
}

function makeHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new EngineError('store_unavailable', `Cannot make the data folder ${home}`, {
      hint: 'Choose another with --home or TAMIS_HOME.',
      cause,
    })
  }
}
