import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../e2e/tamis.ts'

/** A small disk of its own, where this user may mount one. */
export interface SmallDisk {
  readonly folder: string
  remount(mode: 'ro' | 'rw'): void
  unmount(): void
}

/** `undefined` where nothing may be mounted: the test then says so and is skipped. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = join(newFolder(), 'disk')
  mkdirSync(folder)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) return undefined
  return {
    folder,
    remount: (mode) => void execFileSync('mount', ['-o', `remount,${mode}`, folder]),
    unmount: () => void spawnSync('umount', ['-l', folder]),
  }
}

/** A library that makes flushing fail and the clock jump back a year, on command. */
export interface FailingLibrary {
  readonly env: Readonly<Record<string, string>>
  breakFlush(isBroken: boolean): void
  turnBackClock(isTurned: boolean): void
}

/** `undefined` where there is no compiler, or no preloading. */
export function buildFailingLibrary(): FailingLibrary | undefined {
  if (process.platform !== 'linux') return undefined
  const folder = newFolder()
  const library = join(folder, 'failing-libc.so')
  const source = join(import.meta.dirname, 'failing-libc.c')
  const built = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
  if (built.status !== 0) return undefined
  const flush = join(folder, 'flush-fails')
  const clock = join(folder, 'clock-is-back')
  return {
    env: { LD_PRELOAD: library, FAULT_FSYNC_FILE: flush, FAULT_CLOCK_FILE: clock },
    breakFlush: (isBroken) => tell(flush, isBroken),
    turnBackClock: (isTurned) => tell(clock, isTurned),
  }
}

function tell(file: string, isTrue: boolean): void {
  if (isTrue) writeFileSync(file, '')
  else rmSync(file, { force: true })
}
