import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { localFiles } from '../adapters/files/source-files.ts'
import { treeSitterSyntax } from '../adapters/tree-sitter/syntax.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Config } from '../config/schema.ts'
import type { SourceSetting } from '../config/sections/knowledge-section.ts'
import type { EngineSettings, KnowledgePorts, Lock } from '../engine.ts'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'
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

type Sources = EngineSettings['knowledge']['sources']

/** Paths are those of this machine's user, from the folder of the file that names them. */
export function namedSources({ config, file }: Pick<LoadedConfig, 'config' | 'file'>): Sources {
  const named = config.knowledge.sources.map((source) => toSource(source, dirname(file)))
  const twice = named.find(({ name }, at) => named.findIndex((one) => one.name === name) < at)
  if (twice)
    throw new EngineError(
      'config_invalid',
      phrase`${file}: two of knowledge.sources are ${twice.name}`,
      {
        hint: 'Give one of them another name.',
      },
    )
  return named
}

function toSource(
  { name, path, watch, every, trust, tags, no_ignore }: SourceSetting,
  folder: string,
): Sources[number] {
  const full = resolve(folder, path.replace(/^~(?=$|[\\/])/, homedir()))
  return {
    name: name ?? basename(full),
    path: full,
    watch,
    ...(every === undefined ? {} : { everyMs: every }),
    ...(trust === undefined ? {} : { trust }),
    ...(tags === undefined ? {} : { tags }),
    ...(no_ignore ? { noIgnore: true } : {}),
  }
}

export function knowledgeSettings({
  knowledge,
  rag,
}: Config): Omit<EngineSettings['knowledge'], 'sources'> {
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
