import type { Lines } from '../../text/lines.ts'

/** Flags the lines that hold one of the numbers, as a whole run of digits. */
export function linesWithNumbers(lines: Lines, numbers: readonly string[]): Uint8Array {
  const flags = new Uint8Array(lines.count)
  for (const number of numbers) flagLines(flags, lines, number)
  return flags
}

function flagLines(flags: Uint8Array, { text, starts, count }: Lines, number: string): void {
  let line = 0
  let at = text.indexOf(number)
  while (at >= 0) {
    if (isDigit(text.charCodeAt(at - 1)) || isDigit(text.charCodeAt(at + number.length))) {
      at = text.indexOf(number, at + 1)
      continue
    }
    while (line + 1 < count && (starts[line + 1] ?? 0) <= at) line += 1
    flags[line] = 1
    at = line + 1 < count ? text.indexOf(number, starts[line + 1]) : -1
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}
