import { type Dirent, existsSync } from 'node:fs'
import { glob, lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import type { FileList, FileSkip, FoundFile, ListOptions } from '../../ports/source-files.ts'
import { ignoredFolders, skipByName } from './skip-rules.ts'

interface Walk {
  readonly root: string
  readonly options: ListOptions
  readonly files: FoundFile[]
  readonly skipped: FileSkip[]
}

/** Rules of an ignore file, and the folder they count from. */
interface Rules {
  readonly base: string
  readonly matcher: Ignore
}

const ignoreFiles = ['.gitignore', '.tamisignore']

/** Walks folders, takes files as they are named, and expands patterns the shell did not. */
export async function listFiles(paths: readonly string[], options: ListOptions): Promise<FileList> {
  const walkedRoots: string[] = []
  const files = new Map<string, FoundFile>()
  const skipped: FileSkip[] = []
  for (const path of await expand(paths)) {
    const walk = await startWalk(path, options, skipped)
    if (walk === undefined) continue
    if (walk.isFolder) {
      walkedRoots.push(walk.root)
      await walkFolder(walk, walk.root, await rulesAbove(walk.root))
    } else await takeFile(walk, path)
    for (const file of walk.files) files.set(join(file.root, file.path), file)
  }
  return { walkedRoots, files: [...files.values()], skipped }
}

/** A path that is there stands for itself, whatever characters it has. */
async function expand(paths: readonly string[]): Promise<readonly string[]> {
  const expanded: string[] = []
  for (const path of paths) {
    if (existsSync(path) || !/[*?[{]/.test(path)) expanded.push(path)
    else for await (const match of glob(path)) expanded.push(match)
  }
  return expanded
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
    return { root, options, files: [], skipped, isFolder: facts.isDirectory() }
  } catch (error) {
    skipped.push({ path, skipped: isCode(error, 'ENOENT') ? 'missing' : 'unreadable' })
    return undefined
  }
}

async function walkFolder(walk: Walk, folder: string, above: readonly Rules[]): Promise<void> {
  let entries: Dirent[]
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch {
    walk.skipped.push({ path: shown(walk, folder), skipped: 'unreadable' })
    return
  }
  const rules = [...above, ...(await rulesIn(folder))]
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1)))
    await visit(walk, entry, folder, rules)
}

async function visit(
  walk: Walk,
  entry: Dirent,
  folder: string,
  rules: readonly Rules[],
): Promise<void> {
  const full = join(folder, entry.name)
  const isFolder = entry.isDirectory()
  if (isFolder ? ignoredFolders.has(entry.name) : ignoreFiles.includes(entry.name)) return
  if (isIgnored(rules, full, isFolder)) {
    if (!isFolder) walk.skipped.push({ path: shown(walk, full), skipped: 'ignored' })
    return
  }
  if (isFolder) await walkFolder(walk, full, rules)
  else await takeFile(walk, full)
}

async function takeFile(walk: Walk, named: string): Promise<void> {
  const full = resolve(named)
  const skip = (reason: FileSkip['skipped']): void => {
    walk.skipped.push({ path: shown(walk, full), skipped: reason })
  }
  const byName = skipByName(basename(full))
  if (byName) return skip(byName)
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
  } catch {
    skip('unreadable')
  }
}

async function rulesIn(folder: string): Promise<readonly Rules[]> {
  const texts: string[] = []
  for (const name of ignoreFiles) {
    try {
      texts.push(await readFile(join(folder, name), 'utf8'))
    } catch (error) {
      if (!isCode(error, 'ENOENT')) continue
    }
  }
  return texts.length === 0 ? [] : [{ base: folder, matcher: ignore().add(texts.join('\n')) }]
}

/** Ignore files between the root and the top of its repository count too. */
async function rulesAbove(root: string): Promise<readonly Rules[]> {
  const rules: Rules[] = []
  for (let folder = root; !existsSync(join(folder, '.git')); ) {
    const parent = dirname(folder)
    if (parent === folder) return []
    folder = parent
    rules.unshift(...(await rulesIn(folder)))
  }
  return rules
}

function isIgnored(rules: readonly Rules[], full: string, isFolder: boolean): boolean {
  let isOut = false
  for (const { base, matcher } of rules) {
    const path = relative(base, full).split(sep).join('/')
    const verdict = matcher.test(isFolder ? `${path}/` : path)
    if (verdict.ignored) isOut = true
    if (verdict.unignored) isOut = false
  }
  return isOut
}

function isAllowed(real: string, roots: readonly string[] | undefined): boolean {
  return roots === undefined || roots.some((root) => real === root || real.startsWith(root + sep))
}

function shown({ root }: Walk, full: string): string {
  return relative(root, full).split(sep).join('/') || full
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
