import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Named series over time; one value a sample. */
export interface Sample {
  readonly seconds: number
  readonly values: Readonly<Record<string, number>>
}

/** What can be seen of the process from outside: open files and the sizes of its home. */
export function outsideValues(pid: number, home: string): Record<string, number> {
  return { ...openFiles(pid), ...homeSizes(home) }
}

/** What the probe inside wrote down last. */
export function insideValues(probeFile: string): Record<string, number> {
  if (!existsSync(probeFile)) return {}
  const last = readFileSync(probeFile, 'utf8').trimEnd().split('\n').at(-1)
  if (!last) return {}
  const { rss, heapUsed, external, handles } = JSON.parse(last) as Record<string, number>
  return {
    'resident memory, MB': (rss ?? 0) / 1e6,
    'heap after collection, MB': (heapUsed ?? 0) / 1e6,
    'buffers outside the heap, MB': (external ?? 0) / 1e6,
    handles: handles ?? 0,
  }
}

function openFiles(pid: number): Record<string, number> {
  const folder = `/proc/${pid}/fd`
  return existsSync(folder) ? { 'open files': readdirSync(folder).length } : {}
}

function homeSizes(home: string): Record<string, number> {
  const sizes: Record<string, number> = {}
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const group = groupOf(relative(home, path))
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    sizes[group] = (sizes[group] ?? 0) + size / 1e6
  }
  return sizes
}

/** A database counts with its log; the records of memory together, and so what was left out. */
function groupOf(path: string): string {
  const name = path.startsWith('memory/')
    ? 'memory records'
    : path.startsWith('o/')
      ? 'files of what was left out'
      : path.replace(/-(wal|shm)$/, '')
  return `${name}, MB`
}
