import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'

/** Turns over so many bits of a file, chosen by a seed. */
export function flipBits(file: string, count: number, seed: number): void {
  const descriptor = openSync(file, 'r+')
  try {
    const { size } = fstatSync(descriptor)
    let state = seed * 2_654_435_761 + 1
    const next = (below: number): number => {
      state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37) >>> 0
      return state % below
    }
    const byte = Buffer.alloc(1)
    for (let at = 0; at < count; at++) {
      const place = next(size)
      readSync(descriptor, byte, 0, 1, place)
      byte[0] = (byte[0] ?? 0) ^ (1 << next(8))
      writeSync(descriptor, byte, 0, 1, place)
    }
  } finally {
    closeSync(descriptor)
  }
}
