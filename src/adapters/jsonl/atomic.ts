import { randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MendedLine } from '../../ports/store/memories.ts'
import { parseJsonl } from './lines.ts'
import { withLock } from './with-lock.ts'

/** The bytes of a plain file; a pipe or device, which might never end, is refused, and so is a file over the limit. */
export async function readPlain(path: string, mostBytes: number): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const facts = await file.stat()
    if (!facts.isFile()) throw refusal(`${path} is no plain file`)
    if (facts.size > mostBytes) throw refusal(`${path} is over ${mostBytes} bytes`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function refusal(message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code: 'EINVAL' })
}

/** Bytes of a file at one moment: a concurrent rename leaves the open file as it was. */
export async function readSnapshot(path: string): Promise<Buffer | undefined> {
  try {
    return await readPlain(path, Number.POSITIVE_INFINITY)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * Replaces the whole file: temporary file, fsync, rename, fsync of the folder. The caller holds the
 * lock, so what lies under the temporary name is what a dead writer left, or a link somebody put there:
 * it is removed, and never written to.
 */
async function writeAll(path: string, content: Uint8Array): Promise<void> {
  const temporary = `${path}.tmp`
  await rm(temporary, { force: true })
  await writeDurably(temporary, content)
  await rename(temporary, path)
  await syncFolder(dirname(path))
}

/** Creates a file whole, or answers false when the name is taken: unlike rename, link never overwrites. */
export async function createWhole(path: string, text: string): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    await writeDurably(temporary, Buffer.from(text))
    await link(temporary, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolder(dirname(path))
  return true
}

/**
 * Adds `content` (whole lines) at the end, under the file's lock; acknowledged only once on disk.
 * What a dead writer left unfinished is moved aside first, so that no reader meets it.
 */
export async function appendLocked(path: string, content: string): Promise<void> {
  await prepareFolder(path)
  await withLock(path, async () => {
    const isOpen = await endsOpen(path)
    const isTorn = isOpen && (await quarantineTail(path)) !== undefined
    await appendWhole(path, isOpen && !isTorn ? `\n${content}` : content)
  })
}

/** Rewrites a file from its own content with no writer in between. */
export async function rewriteLocked(
  path: string,
  change: (current: Buffer | undefined) => Promise<Uint8Array>,
): Promise<void> {
  await prepareFolder(path)
  await withLock(path, async () => writeAll(path, await change(await readSnapshot(path))))
}

/** Moves a torn last line into `<file>.torn-<id>`; the caller holds the lock, so no append is under way. */
export async function quarantineTail(path: string): Promise<MendedLine | undefined> {
  const content = await readSnapshot(path)
  const bytes = parseJsonl(content).tornBytes
  if (content === undefined || bytes === 0) return undefined
  const keptIn = `${path}.torn-${randomUUID().slice(0, 8)}`
  await writeAll(keptIn, content.subarray(-bytes))
  await writeAll(path, content.subarray(0, -bytes))
  return { bytes, keptIn }
}

/** True for "no such file or folder". */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** What a version control system should not see of a folder of memory. */
const ignored = '*.lock\n*.tmp\n*.torn-*\n'

/** Before a file is first locked, its folder says what of it is not worth versioning. */
async function prepareFolder(path: string): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ignoreFile = join(folder, '.gitignore')
  if (!existsSync(`${path}.lock`) && !existsSync(ignoreFile))
    await writeDurably(ignoreFile, Buffer.from(ignored)).catch((error: unknown) => {
      // Another writer was faster.
      if (codeOf(error) !== 'EEXIST') throw error
    })
}

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** True when the last line lacks its newline: torn, or typed by hand. */
async function endsOpen(path: string): Promise<boolean> {
  const file = await openIfThere(path)
  if (file === undefined) return false
  try {
    const { size } = await file.stat()
    if (size === 0) return false
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
    return buffer[0] !== 10
  } finally {
    await file.close()
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function appendWhole(path: string, content: string): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    const { size } = await file.stat()
    await writeOrTakeBack(file, content, size)
    if (size === 0) await syncFolder(dirname(path))
  } finally {
    await file.close()
  }
}

async function writeOrTakeBack(file: FileHandle, content: string, size: number): Promise<void> {
  try {
    await file.writeFile(content, 'utf8')
    await file.sync()
  } catch (error) {
    // The disk is full or failing: take back what part of the lines got through.
    await file.truncate(size)
    throw error
  }
}

/** Makes a rename or a new file survive a power cut, where the system lets a folder be flushed. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch (error) {
    if (!unflushable.has(codeOf(error))) throw error
  }
}

/** What Windows and some network file systems answer. */
const unflushable = new Set<unknown>(['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP'])
