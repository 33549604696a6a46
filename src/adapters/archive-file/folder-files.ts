import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'

interface FolderFile {
  readonly file: string
  readonly content: string
}

/** Every file below a folder, with its bytes as base64; none when the folder is absent. */
export function* readFolder(folder: string): Generator<FolderFile> {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.lock')) continue
    const path = join(entry.parentPath, entry.name)
    const file = relative(folder, path).split(sep).join('/')
    // Of others, who have archives of their own.
    if (file.startsWith('namespaces/')) continue
    yield { file, content: readFileSync(path).toString('base64') }
  }
}

/** Puts a file back below a folder; one that is there stays as it is. */
export function restoreFile(folder: string, { file, content }: FolderFile): void {
  const path = normalize(join(folder, file))
  if (relative(folder, path).startsWith('..') || file.includes('\0'))
    throw new EngineError(
      'archive_invalid',
      phrase`The archive names a file outside its folder: ${file}`,
    )
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, Buffer.from(content, 'base64'), { mode: 0o600 })
}
