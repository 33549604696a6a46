import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { localFiles } from '../adapters/files/source-files.ts'
import { treeSitterSyntax } from '../adapters/tree-sitter/syntax.ts'
import type { Config } from '../config/schema.ts'
import type { EngineSettings, KnowledgePorts, Lock } from '../engine.ts'
import type { OpenStore } from './store.ts'

const lockRetryMs = 100
const dayMs = 86_400_000

/** The knowledge base over whichever store is open. */
export function knowledgePorts({ documents, ingestLock }: OpenStore): KnowledgePorts {
  return {
    openDocuments: documents,
    files: localFiles(),
    syntax: treeSitterSyntax(),
    lock: (onWait, signal) => waitForLock(ingestLock, onWait, signal),
  }
}

export function knowledgeSettings({ knowledge, rag }: Config): EngineSettings['knowledge'] {
  return {
    ...rag,
    maxFileBytes: knowledge.maxFileBytes,
    staleAfterMs: knowledge.staleAfterDays * dayMs,
    allowedRoots: knowledge.roots.flatMap(realFolder),
  }
}

/** A root that is not there allows nothing. */
function realFolder(path: string): readonly string[] {
  try {
    return [realpathSync(resolve(path))]
  } catch {
    return []
  }
}

async function waitForLock(
  acquire: OpenStore['ingestLock'],
  onWait: () => void,
  signal: AbortSignal | undefined,
): Promise<Lock> {
  for (let hasWaited = false; ; hasWaited = true) {
    const lock = await acquire()
    if (lock) return lock
    if (!hasWaited) onWait()
    await pause(lockRetryMs, undefined, signal ? { signal } : {})
  }
}
