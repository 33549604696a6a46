import type { Codes } from './codes-of.ts'

/** Tells lines apart by a hash. */
type TemplateOf = (start: number, end: number) => number

/**
 * A first, coarse look that sees all of a log, so it takes four bytes at a time where the text is
 * ASCII. Only letters count; numbers of another length shift what follows into other fours, so
 * lines of one kind may differ here, but lines of two kinds do not agree.
 */
export function quickTemplates(codes: Codes): TemplateOf {
  if (codes instanceof Uint16Array) return (start, end) => lettersTemplate(codes, start, end)
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

/** A second look at lines the first does not know: words with a digit (ids, sizes) do not count. */
export function wordTemplate(codes: Codes, start: number, end: number): number {
  let hash = 0
  let word = 0
  let digits = 0
  for (let at = start; at < end; at++) {
    const code = codes[at] ?? 0
    // In ids letters and digits alternate at random, which a branch between them would stumble over.
    const digit = digitBit(code)
    if (((code >>> 6) | digit) !== 0) {
      word = (Math.imul(word, 31) + code) | 0
      digits |= digit
      continue
    }
    hash = mix(hash, digits === 0 ? word : 0)
    word = code === 0x20 ? 0 : code
    digits = 0
  }
  return mix(hash, digits === 0 ? word : 0)
}

/** 1 for `0` to `9`, else 0, without a branch. */
function digitBit(code: number): number {
  return ((0x2f - code) & (code - 0x3a)) >>> 31
}

/** Every character counts: for lines with a number that the goal names. */
export function exactTemplate(codes: Codes, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (codes[at] ?? 0)) | 0
  return hash
}

function lettersTemplate(codes: Codes, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) {
    const code = codes[at] ?? 0
    if (code > 0x3f) hash = (Math.imul(hash, 31) + code) | 0
  }
  return hash
}

/** Codes from `@` up have bit 6 set: letters and a few signs. Clears the bytes of all others. */
function lettersOf(four: number): number {
  return four & Math.imul((four >>> 6) & 0x01010101, 0xff)
}

function mix(hash: number, four: number): number {
  const mixed = Math.imul(hash ^ four, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}
