/** A text cut into lines, each with a number to compare it by. */
export interface HashedLines {
  readonly text: string
  readonly count: number
  /** Where each line starts, and one past the line feed that would end the last. */
  readonly starts: Uint32Array
  readonly hashes: Uint32Array
}

const lineFeed = 10

/** One pass over the text. A line feed at the very end begins a last, empty line. */
export function hashLines(text: string): HashedLines {
  const starts: number[] = [0]
  const hashes: number[] = []
  let hash = seed
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === lineFeed) {
      hashes.push(hash >>> 0)
      starts.push(at + 1)
      hash = seed
    } else hash = Math.imul(hash ^ code, prime)
  }
  hashes.push(hash >>> 0)
  starts.push(text.length + 1)
  return {
    text,
    count: hashes.length,
    starts: Uint32Array.from(starts),
    hashes: Uint32Array.from(hashes),
  }
}

/** Lines `from` up to but without `to`, joined as they stood. */
export function linesBetween({ text, starts }: HashedLines, from: number, to: number): string {
  return text.slice(starts[from], Math.max(starts[from] ?? 0, (starts[to] ?? 0) - 1))
}

/** Whether two lines are the same to the letter. */
export function isSameLine(a: HashedLines, at: number, b: HashedLines, bAt: number): boolean {
  if (a.hashes[at] !== b.hashes[bAt]) return false
  return linesBetween(a, at, at + 1) === linesBetween(b, bAt, bAt + 1)
}

/** FNV-1a. */
const seed = 0x811c9dc5
const prime = 0x01000193
