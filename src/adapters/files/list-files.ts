import type { Dirent } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type {
  FileList,
  FileSkip,
  FoundFile,
  ListOptions,
  SkipReason,
} from '../../ports/files/source-files.ts'
import { expandPaths } from './expand-paths.ts'
import { type IgnoreRules, isIgnored, isIgnoreFile, rulesAbove, rulesIn } from './ignore-rules.ts'
import { skipByError } from './read-plain-file.ts'
import { alwaysIgnored, homeFiles, ignoredFolders, skipByPath } from './skip-rules.ts'

interface Walk {
  readonly root: string
  readonly options: ListOptions
  readonly files: FoundFile[]
  readonly folders: string[]
  readonly skipped: FileSkip[]
}

/** Walks folders, takes files as they are named, and expands patterns the shell did not. */
export async function listFiles(paths: readonly string[], options: ListOptions): Promise<FileList> {
  const walkedRoots: string[] = []
  const folders = new Set<string>()
  const files = new Map<string, FoundFile>()
  const skipped: FileSkip[] = []
  for (const path of await expandPaths(paths, skipped, (real) =>
    isAllowed(real, options.allowedRoots),
  )) {
    const walk = await startWalk(path, options, skipped)
    if (walk === undefined) continue
    if (walk.isFolder) {
      walkedRoots.push(walk.root)
      await walkFolder(walk, walk.root, await rulesFor(walk))
    } else {
      walk.folders.push(walk.root)
      await takeFile(walk, path)
    }
    for (const folder of walk.folders) folders.add(folder)
    for (const file of walk.files) files.set(join(file.root, file.path), file)
  }
  return { walkedRoots, folders: [...folders], files: [...files.values()], skipped }
}

/** Rules above a folder hold below it, unless they ignore the very folder that somebody named. */
async function rulesFor(walk: Walk): Promise<readonly IgnoreRules[]> {
  if (walk.options.noIgnore) return []
  const above = await rulesAbove(walk.root, skipIn(walk))
  return isIgnored(above, walk.root, true) ? [] : above
}

async function startWalk(
  path: string,
  options: ListOptions,
  skipped: FileSkip[],
): Promise<(Walk & { readonly isFolder: boolean }) | undefined> {
  try {
    // The person named this path, so a link here is followed once; below it none is.
    const real = await realpath(resolve(path))
    const facts = await stat(real)
    const root = facts.isDirectory() ? real : dirname(real)
    if (!isAllowed(real, options.allowedRoots)) {
      skipped.push({ path, skipped: 'outside_root' })
      return undefined
    }
    if (facts.isDirectory()) await readdir(real)
    return { root, options, files: [], folders: [], skipped, isFolder: facts.isDirectory() }
  } catch (error) {
    // Whether something is there is not said of places that may not be read.
    const isOutside = !isAllowed(resolve(path), options.allowedRoots)
    skipped.push({ path, skipped: isOutside ? 'outside_root' : skipByError(error) })
    return undefined
  }
}

async function walkFolder(
  walk: Walk,
  folder: string,
  above: readonly IgnoreRules[],
): Promise<void> {
  const skip = skipIn(walk)
  let entries: Dirent[]
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    return skip(folder, skipByError(error))
  }
  // A home that lies below what somebody named holds the index, not what is indexed.
  if (folder !== walk.root && entries.some(({ name }) => homeFiles.has(name))) return
  walk.folders.push(folder)
  const own = walk.options.noIgnore ? [] : await rulesIn(folder, skip)
  const rules = [...above, ...own]
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1)))
    await visit(walk, entry, folder, rules)
}

async function visit(
  walk: Walk,
  entry: Dirent,
  folder: string,
  rules: readonly IgnoreRules[],
): Promise<void> {
  const full = join(folder, entry.name)
  const isFolder = entry.isDirectory()
  if (isIgnoreFile(entry.name) || (isFolder && alwaysIgnored.has(entry.name))) return
  const isUsual = isFolder && !walk.options.noIgnore && ignoredFolders.has(entry.name)
  // A folder is named once, not file by file.
  if (isUsual || isIgnored(rules, full, isFolder)) return skipIn(walk)(full, 'ignored')
  if (isFolder) await walkFolder(walk, full, rules)
  else await takeFile(walk, full)
}

async function takeFile(walk: Walk, named: string): Promise<void> {
  const full = resolve(named)
  const skip = (reason: SkipReason): void => skipIn(walk)(full, reason)
  const slashed = full.split(sep).join('/')
  const byPath = skipByPath(slashed, walk.options.includeSecrets ?? false)
  if (byPath) return skip(byPath)
  try {
    const isBelow = full.startsWith(walk.root + sep)
    const facts = await lstat(isBelow ? full : await realpath(full))
    if (facts.isSymbolicLink()) return skip('link')
    if (!facts.isFile()) return skip('special')
    if (facts.size > walk.options.maxFileBytes) return skip('too_large')
    const real = await realpath(full)
    if (!real.startsWith(walk.root + sep)) return skip('outside_root')
    const path = relative(walk.root, real).split(sep).join('/')
    const { size: bytes, mtimeMs } = facts
    walk.files.push({ root: walk.root, path, bytes, modifiedAt: Math.round(mtimeMs) })
  } catch (error) {
    skip(skipByError(error))
  }
}

function isAllowed(real: string, roots: readonly string[] | undefined): boolean {
  return roots === undefined || roots.some((root) => real === root || real.startsWith(root + sep))
}

function skipIn({ root, skipped }: Walk): (full: string, reason: SkipReason) => void {
  return (full, reason) => {
    const path = relative(root, full).split(sep).join('/') || full
    skipped.push({ path, skipped: reason })
  }
}
