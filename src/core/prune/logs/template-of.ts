import type { Codes } from './codes-of.ts'

/** Tells lines apart by a hash; digits, spaces and signs do not count unless asked for. */
export type TemplateOf = (start: number, end: number) => number

/**
 * This sees all of a log, so it takes four bytes at a time where the text is ASCII. Numbers of
 * another length shift what follows them into other fours: then lines of one kind get a few
 * templates instead of one, which costs a little time and no truth.
 */
export function templatesOf(codes: Codes, withNumbers: boolean): TemplateOf {
  if (withNumbers || codes instanceof Uint16Array) return byCharacter(codes, withNumbers)
  const view = new DataView(codes.buffer)
  return (start, end) => {
    let hash = 0
    let at = start
    for (; at + 4 <= end; at += 4) hash = mix(hash, lettersOf(view.getInt32(at, true)))
    // The codes have a margin, so the last four may reach past the line; what is past it is cut.
    const rest = (1 << (8 * (end - at))) - 1
    return mix(hash, lettersOf(view.getInt32(at, true) & rest))
  }
}

/** Codes from `@` up have bit 6 set: letters and a few signs. Clears the bytes of all others. */
function lettersOf(four: number): number {
  return four & Math.imul((four >>> 6) & 0x01010101, 0xff)
}

function mix(hash: number, four: number): number {
  const mixed = Math.imul(hash ^ four, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

function byCharacter(codes: Codes, withNumbers: boolean): TemplateOf {
  return (start, end) => {
    let hash = 0
    for (let at = start; at < end; at++) {
      const code = codes[at] ?? 0
      if (code > 0x3f || withNumbers) hash = (Math.imul(hash, 31) + code) | 0
    }
    return hash
  }
}
