import { createHash } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import type { FoundFile, WatchedPaths, WatchListener } from '../../ports/files/source-files.ts'
import { listFiles } from './list-files.ts'

/** Editors write a file in several steps; this long after the last one it is whole. */
const settleMs = 300
/** A file that is written without a pause must not keep the rest from being read. */
const longestUnsettledMs = 5000
/** The system has as many watches for all programs of a user together. */
const mostFolders = 8192

/**
 * Watches the folders that an ingest would walk, one by one: Node's own recursive watch also follows
 * what is ignored, file by file, and blocks the process meanwhile.
 */
export async function watchPaths(
  { paths, noIgnore = false }: WatchedPaths,
  { onChange, onBroken }: WatchListener,
  signal: AbortSignal,
  limit: number = mostFolders,
): Promise<void> {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  let unsettledSince: number | undefined
  let known = ''
  const stop = (): void => {
    clearTimeout(timer)
    for (const watcher of watchers.values()) watcher.close()
    watchers.clear()
  }
  const fail = (error: unknown): void => {
    if (signal.aborted) return
    stop()
    onBroken(error)
  }
  const note = (): void => {
    const now = performance.now()
    unsettledSince ??= now
    const left = Math.max(0, longestUnsettledMs - (now - unsettledSince))
    clearTimeout(timer)
    timer = setTimeout(() => void settle().catch(fail), Math.min(settleMs, left))
  }
  async function settle(): Promise<void> {
    unsettledSince = undefined
    const before = known
    // First, so that what changes in a new folder after it was read is seen too.
    await follow()
    // Files that nobody would read change as well, our own among them.
    if (!signal.aborted && known !== before) onChange()
  }
  async function follow(): Promise<void> {
    const listed = await listFiles(paths, { maxFileBytes: Number.MAX_SAFE_INTEGER, noIgnore })
    if (signal.aborted) return
    known = fingerprint(listed.files)
    const folders = new Set(listed.folders)
    if (folders.size > limit)
      throw new Error(`${folders.size} folders are more than the ${limit} that are watched`)
    for (const folder of watchers.keys()) if (!folders.has(folder)) remove(folder)
    for (const folder of folders) if (!watchers.has(folder)) add(folder)
  }
  function remove(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  function add(folder: string): void {
    const watcher = watch(folder, note)
    watchers.set(folder, watcher)
    watcher.on('error', (error) => {
      remove(folder)
      // One that was removed while it was watched is told by its parent too.
      if (isGone(error)) note()
      else fail(error)
    })
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    await follow()
  } catch (error) {
    stop()
    throw error
  }
}

function fingerprint(files: readonly FoundFile[]): string {
  const hash = createHash('sha256')
  for (const { root, path, bytes, modifiedAt } of files)
    hash.update(`${root}\n${path}\n${bytes}\n${modifiedAt}\n`)
  return hash.digest('base64')
}

function isGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'EPERM' || error.code === 'ENOTDIR')
  )
}
