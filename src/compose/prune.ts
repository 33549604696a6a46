import { digest } from '../adapters/node/digest.ts'
import { stderrLog } from '../adapters/node/log.ts'
import { staticEmbedder } from '../adapters/static-embedder/embedder.ts'
import { o200kTokenizer } from '../adapters/tokenizer/tokenizer.ts'
import { usualPruneLimits } from '../config/sections/prune-limits.ts'
import { createPruner, type Pruner } from '../create-pruner.ts'
import { openSqliteStore } from './store.ts'

export interface ComposedPruner extends Pruner {
  close(): Promise<void>
}

/** The pruner over a home where nothing of it is configured: it starts in a fraction of the engine's time. */
export function composePruner(home: string): ComposedPruner {
  const store = openSqliteStore(home)
  const { maxInputChars, pruneIdTtlS, usdPerMillionTokens } = usualPruneLimits
  const pruner = createPruner({
    ...store,
    tokenizer: o200kTokenizer(digest),
    reranker: undefined,
    embedder: staticEmbedder(),
    digest,
    limits: { maxInputChars, ttlMs: pruneIdTtlS * 1000, usdPerMillionTokens },
    now: Date.now,
    log: stderrLog(),
  })
  return { ...pruner, close: () => store.close() }
}
