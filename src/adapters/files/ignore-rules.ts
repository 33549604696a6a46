import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import type { SkipReason } from '../../ports/files/source-files.ts'
import { readPlainFile } from './read-plain-file.ts'

/** Rules of the ignore files of a folder, and that folder: they count from it. */
export interface IgnoreRules {
  readonly base: string
  readonly matcher: Ignore
}

/** Hears of ignore files that are there and cannot be obeyed. */
type OnUnreadRules = (full: string, reason: SkipReason) => void

const ignoreFiles = ['.gitignore', '.tamisignore']

/** True for the files that hold rules: they are no documents. */
export function isIgnoreFile(name: string): boolean {
  return ignoreFiles.includes(name)
}

/** The rules a folder adds to those above it. */
export async function rulesIn(
  folder: string,
  onUnread: OnUnreadRules,
): Promise<readonly IgnoreRules[]> {
  const texts: string[] = []
  for (const name of ignoreFiles) {
    const read = await readPlainFile(join(folder, name))
    if (typeof read !== 'string') texts.push(read.toString('utf8'))
    else if (read !== 'missing') onUnread(join(folder, name), read)
  }
  return texts.length === 0 ? [] : [{ base: folder, matcher: ignore().add(texts.join('\n')) }]
}

/** Ignore files between the root and the top of its repository count too. */
export async function rulesAbove(
  root: string,
  onUnread: OnUnreadRules,
): Promise<readonly IgnoreRules[]> {
  const rules: IgnoreRules[] = []
  for (let folder = root; !existsSync(join(folder, '.git')); ) {
    const parent = dirname(folder)
    if (parent === folder) return []
    folder = parent
    rules.unshift(...(await rulesIn(folder, onUnread)))
  }
  return rules
}

/** What the rules say of a path; the last that speaks of it decides. */
export function isIgnored(rules: readonly IgnoreRules[], full: string, isFolder: boolean): boolean {
  let isOut = false
  for (const { base, matcher } of rules) {
    const path = relative(base, full).split(sep).join('/')
    const verdict = matcher.test(isFolder ? `${path}/` : path)
    if (verdict.ignored) isOut = true
    if (verdict.unignored) isOut = false
  }
  return isOut
}
