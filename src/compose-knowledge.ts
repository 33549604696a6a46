import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { localFiles } from './adapters/files/source-files.ts'
import { acquireLock } from './adapters/sqlite/lock.ts'
import { type OpenDocuments, openDocuments } from './adapters/sqlite/open-documents.ts'
import { treeSitterSyntax } from './adapters/tree-sitter/syntax.ts'
import type { Config } from './config/schema.ts'
import type { EngineSettings, KnowledgePorts, Lock } from './engine.ts'

const lockRetryMs = 100
const dayMs = 86_400_000

export interface OpenKnowledge {
  readonly ports: KnowledgePorts
  close(): void
}

/** The knowledge base of a home; its file is opened by the first call that needs it. */
export function openKnowledge(home: string): OpenKnowledge {
  let opened: OpenDocuments | undefined
  return {
    ports: {
      openDocuments: () => {
        opened ??= openDocuments(join(home, 'knowledge.db'))
        return opened
      },
      files: localFiles(),
      syntax: treeSitterSyntax(),
      lock: (onWait, signal) => waitForLock(join(home, 'ingest.lock'), onWait, signal),
    },
    close: () => opened?.close(),
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
  path: string,
  onWait: () => void,
  signal: AbortSignal | undefined,
): Promise<Lock> {
  for (let hasWaited = false; ; hasWaited = true) {
    const lock = acquireLock(path)
    if (lock) return lock
    if (!hasWaited) onWait()
    await pause(lockRetryMs, undefined, signal ? { signal } : {})
  }
}
