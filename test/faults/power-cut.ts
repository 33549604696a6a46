import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** One thing a process did to a file, in the order it did them. */
export interface FileStep {
  readonly kind: 'write' | 'truncate' | 'sync' | 'rename' | 'link' | 'unlink' | 'create'
  readonly path: string
  readonly second: string
  readonly offset: number
  readonly data: Buffer
}

/** `undefined` where there is no compiler, or no preloading. */
export function buildRecorder(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined
  const library = join(folder, 'recording-libc.so')
  const source = join(import.meta.dirname, 'recording-libc.c')
  const built = spawnSync('cc', [
    '-shared',
    '-fPIC',
    '-O1',
    '-o',
    library,
    source,
    '-ldl',
    '-lpthread',
  ])
  return built.status === 0 ? library : undefined
}

const kinds: Readonly<Record<string, FileStep['kind']>> = {
  w: 'write',
  t: 'truncate',
  s: 'sync',
  r: 'rename',
  l: 'link',
  u: 'unlink',
  c: 'create',
}

/** What the recording library wrote down. */
export function readSteps(file: string): readonly FileStep[] {
  const bytes = readFileSync(file)
  const steps: FileStep[] = []
  for (let at = 0; at < bytes.length; ) {
    const kind = kinds[String.fromCharCode(bytes[at] ?? 0)] ?? 'sync'
    const firstEnd = at + 3 + bytes.readUInt16LE(at + 1)
    const secondEnd = firstEnd + 2 + bytes.readUInt16LE(firstEnd)
    const size = bytes.readUInt32LE(secondEnd + 8)
    steps.push({
      kind,
      path: bytes.toString('utf8', at + 3, firstEnd),
      second: bytes.toString('utf8', firstEnd + 2, secondEnd),
      offset: Number(bytes.readBigUInt64LE(secondEnd)),
      data: bytes.subarray(secondEnd + 12, secondEnd + 12 + size),
    })
    at = secondEnd + 12 + size
  }
  return steps
}

/** A file as the disk has it, and what was done to it since it was last flushed. */
interface Inode {
  readonly durable: Content
  pending: FileStep[]
}

/** Bytes that grow. */
interface Content {
  bytes: Buffer
  size: number
}

/** What a disk holds when the power goes: all that was flushed, and any part of what was not. */
export interface Disk {
  apply(step: FileStep): void
  /** Writes the files into a folder as they might be found afterwards. */
  cut(into: string, random: () => number): void
}

const sector = 512

/** A disk that keeps its promises and nothing else: names last once their folder was flushed. */
export function simulatedDisk(root: string): Disk {
  const current = new Map<string, Inode>()
  let durableNames = new Map<string, Inode>()
  const pendingNames: string[] = []

  function inodeOf(path: string): Inode {
    const known = current.get(path)
    if (known) return known
    const fresh: Inode = { durable: { bytes: Buffer.alloc(4096), size: 0 }, pending: [] }
    current.set(path, fresh)
    pendingNames.push(path)
    return fresh
  }

  function flush(path: string): void {
    const inode = current.get(path)
    if (inode) {
      for (const step of inode.pending) take(inode.durable, step)
      inode.pending = []
      return
    }
    // A folder: the names in it last from now on.
    const next = new Map([...durableNames].filter(([name]) => dirname(name) !== path))
    for (const [name, one] of current) if (dirname(name) === path) next.set(name, one)
    durableNames = next
  }

  function give(path: string, name: string): void {
    const inode = current.get(path)
    if (inode) current.set(name, inode)
  }

  return {
    apply(step) {
      const { kind, path, second } = step
      if (kind === 'write' || kind === 'truncate') inodeOf(path).pending.push(step)
      else if (kind === 'create') inodeOf(path)
      else if (kind === 'sync') flush(path)
      else if (kind !== 'unlink') give(path, second)
      if (kind === 'unlink' || kind === 'rename') current.delete(path)
    },
    cut(into, random) {
      const names = new Set([...durableNames.keys(), ...current.keys()])
      for (const name of names) {
        const [before, now] = [durableNames.get(name), current.get(name)]
        const inode = before === now || random() < 0.5 ? before : now
        if (!inode) continue
        const path = join(into, relative(root, name))
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, torn(inode, random))
      }
    },
  }
}

/** The flushed content with any of the later sectors. */
function torn({ durable, pending }: Inode, random: () => number): Buffer {
  const content = { bytes: Buffer.from(durable.bytes), size: durable.size }
  for (const step of pending) {
    if (step.kind !== 'write') {
      if (random() < 0.5) take(content, step)
      continue
    }
    for (let at = 0; at < step.data.length; at += sector)
      if (random() < 0.5) {
        const data = step.data.subarray(at, at + sector)
        take(content, { ...step, offset: step.offset + at, data })
      }
  }
  return content.bytes.subarray(0, content.size)
}

function take(content: Content, { kind, offset, data }: FileStep): void {
  if (kind === 'truncate') {
    content.bytes.fill(0, Math.min(offset, content.bytes.length))
    content.size = offset
  }
  const size = Math.max(content.size, kind === 'write' ? offset + data.length : offset)
  if (size > content.bytes.length) {
    const larger = Buffer.alloc(size * 2)
    content.bytes.copy(larger)
    content.bytes = larger
  }
  data.copy(content.bytes, offset)
  content.size = size
}

/** Numbers in 0..1 that a seed decides. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
