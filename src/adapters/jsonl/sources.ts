import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { MarkdownSource } from '../../ports/store/memories.ts'
import { isMissing, syncFolder } from './atomic.ts'
import { splitHeader } from './front-matter.ts'

/** Markdown files below a folder whose name passes, sorted by path; `undefined` when the folder is not there. */
export async function readMarkdown(
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<readonly MarkdownSource[] | undefined> {
  const paths = await listFiles(folder)
  const wanted = paths
    ?.filter((path) => path.endsWith('.md') && isWanted(basename(path)))
    .sort()
    .map((path) => readSource(folder, path))
  return wanted && Promise.all(wanted)
}

/** Writes a new file whole, or answers false when the name is taken: `link` never overwrites. */
export async function createFile(folder: string, name: string, text: string): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  const temporary = join(folder, `.${name}.${process.pid}.tmp`)
  try {
    const file = await open(temporary, 'w')
    try {
      await file.writeFile(text, 'utf8')
      await file.sync()
    } finally {
      await file.close()
    }
    await link(temporary, join(folder, name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolder(folder)
  return true
}

async function listFiles(folder: string): Promise<readonly string[] | undefined> {
  try {
    return await readdir(folder, { recursive: true })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function readSource(folder: string, inside: string): Promise<MarkdownSource> {
  const path = inside.split(sep).join('/')
  try {
    const text = await readFile(join(folder, inside), 'utf8')
    return { kind: 'read', path, text, header: splitHeader(text) }
  } catch (error) {
    return {
      kind: 'unreadable',
      path,
      reason: error instanceof Error ? error.message : 'unreadable',
    }
  }
}
