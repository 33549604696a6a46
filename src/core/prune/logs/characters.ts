import { foldText } from '../../text/fold.ts'

/** Classes of characters; from `underscore` on, they belong to words. */
export const kind = {
  other: 0,
  space: 1,
  escape: 2,
  mark: 3,
  paired: 4,
  underscore: 5,
  digit: 6,
  upper: 7,
  lower: 8,
} as const

/** Codes below this are classified and folded by table: Latin, Greek, Cyrillic. */
const tableSize = 0x530
const ascii = 0x80
const kinds = new Uint8Array(tableSize)
const folded = new Uint16Array(tableSize)
fillTables(0, ascii)

/** Most texts are ASCII: the rest is classified when it is met. */
let isFilled = false

function fillTables(from: number, to: number): void {
  for (let code = from; code < to; code++) {
    const character = String.fromCharCode(code)
    kinds[code] = kindOfTabled(character)
    folded[code] = foldText(character).charCodeAt(0)
  }
}

function fillRest(): void {
  isFilled = true
  fillTables(ascii, tableSize)
}

/** The class of a UTF-16 code unit. */
export function kindOf(code: number): number {
  if (code < ascii) return kinds[code] ?? 0
  if (code >= tableSize) return kindOfWide(code)
  if (!isFilled) fillRest()
  return kinds[code] ?? 0
}

/** Lower case without diacritics, so that it compares with folded terms. */
export function foldCode(code: number): number {
  if (code >= tableSize) return code
  if (code >= ascii && !isFilled) fillRest()
  return folded[code] ?? 0
}

function kindOfTabled(character: string): number {
  if (/\s/.test(character)) return kind.space
  if (character === '\u001b') return kind.escape
  if (character === '×') return kind.mark
  if (character === '_') return kind.underscore
  if (/\d/.test(character)) return kind.digit
  if (/\p{Lu}/u.test(character)) return kind.upper
  return /\p{L}/u.test(character) ? kind.lower : kind.other
}

/** Ballot crosses and cross marks, as test runners print them. */
const crosses = new Set([0x2715, 0x2716, 0x2717, 0x2718, 0x274c, 0x2a2f, 0x25cf])

function kindOfWide(code: number): number {
  if (code < 0x2000) return kind.lower
  if (crosses.has(code)) return kind.mark
  if (code < 0x2e80 || (code >= 0xd800 && code < 0xf900)) return kind.other
  return code < 0xfb00 ? kind.paired : kind.other
}
