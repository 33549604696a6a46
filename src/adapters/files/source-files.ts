import { watch } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { SourceFiles } from '../../ports/source-files.ts'
import { listFiles } from './list-files.ts'
import { readText } from './read-text.ts'

/** Editors write a file in several steps; this long after the last one it is whole. */
const settleMs = 300

/** Files on this machine. */
export function localFiles(): SourceFiles {
  return {
    list: listFiles,
    read: readText,
    async watch(roots, onChange, signal) {
      await Promise.all(roots.map((root) => watchFolder(root, onChange, signal)))
    },
  }
}

async function watchFolder(root: string, onChange: () => void, signal: AbortSignal): Promise<void> {
  let last = 0
  try {
    for await (const _event of watch(root, { recursive: true, signal })) {
      last += 1
      const mine = last
      void pause(settleMs, undefined, { signal })
        .then(() => {
          if (mine === last) onChange()
        })
        .catch((error: unknown) => ignoreAbort(error))
    }
  } catch (error) {
    ignoreAbort(error)
  }
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error
}
