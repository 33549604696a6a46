import { readdir } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import type { MarkdownSource } from '../../ports/store/memories.ts'
import { isMissing, readPlain } from './atomic.ts'

/** Markdown files below a folder whose name passes, sorted by path; `undefined` when the folder is not there. */
export async function readMarkdown(
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<readonly MarkdownSource[] | undefined> {
  const paths = await listFiles(folder)
  const wanted = paths?.filter((path) => path.endsWith('.md') && isWanted(basename(path))).sort()
  return wanted && readSources(folder, wanted)
}

async function listFiles(folder: string): Promise<readonly string[] | undefined> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    // Pipes and devices would be waited for without end.
    const plain = entries.filter((entry) => entry.isFile() || entry.isSymbolicLink())
    return plain.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** A person wrote it. */
const longestNoteBytes = 10 * 1024 * 1024

/** A few at a time: thousands of open files at once would be refused. */
const filesAtOnce = 32

async function readSources(
  folder: string,
  paths: readonly string[],
): Promise<readonly MarkdownSource[]> {
  const sources: MarkdownSource[] = []
  for (let at = 0; at < paths.length; at += filesAtOnce) {
    const some = paths.slice(at, at + filesAtOnce).map((path) => readSource(folder, path))
    sources.push(...(await Promise.all(some)))
  }
  return sources
}

async function readSource(folder: string, inside: string): Promise<MarkdownSource> {
  const path = inside.split(sep).join('/')
  try {
    const text = (await readPlain(join(folder, inside), longestNoteBytes)).toString('utf8')
    const { splitHeader } = await import('./front-matter.ts')
    return { kind: 'read', path, text, header: splitHeader(text) }
  } catch (error) {
    return {
      kind: 'unreadable',
      path,
      reason: error instanceof Error ? error.message : 'unreadable',
    }
  }
}
