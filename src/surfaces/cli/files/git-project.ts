import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The name of the git repository around a folder, as one word; `undefined` outside of any. */
export function gitProject(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const root = repositoryAt(at)
    if (root !== undefined) return toName(basename(root))
    if (dirname(at) === at) return undefined
  }
}

/** A work tree of a repository belongs to the project of that repository. */
function repositoryAt(folder: string): string | undefined {
  const entry = join(folder, '.git')
  const kind = statSync(entry, { throwIfNoEntry: false })
  if (kind === undefined) return undefined
  if (kind.isDirectory()) return folder
  const main = /^gitdir: (.*)\/\.git\/worktrees\/[^/]+\s*$/.exec(readFileSync(entry, 'utf8'))?.[1]
  return main ?? folder
}

/** Letters, digits and the few signs a project may have. */
function toName(name: string): string | undefined {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[._-]+/, '')
  return plain === '' ? undefined : plain
}
