import type { Lines } from '../../text/lines.ts'

const mostWords = 4
const mostLines = 0.8
const sampled = 200
const fewest = 4

/**
 * Where each line begins past the words that nearly all lines begin with, told by their shape: a
 * time, a process, the name of a program. `starts` are past the time stamps already.
 */
export function pastPrefix(lines: Lines, starts: Uint32Array): Uint32Array {
  let past = starts
  for (let word = 0; word < mostWords; word++) {
    const shared = sharedHead(lines, past)
    if (shared === undefined) return past
    past = past.map((start, line) => {
      const head = headAt(lines, start, line)
      return head.shape === shared ? head.end : start
    })
  }
  return past
}

/** The shape of the word that nearly all of some lines begin with, where rows would not. */
function sharedHead(lines: Lines, starts: Uint32Array): string | undefined {
  const step = Math.max(1, Math.floor(lines.count / sampled))
  const times = new Map<string, number>()
  let filled = 0
  for (let line = 0; line < lines.count; line += step) {
    if (starts[line] === lines.ends[line]) continue
    const { shape } = headAt(lines, starts[line] ?? 0, line)
    filled += 1
    times.set(shape, (times.get(shape) ?? 0) + 1)
  }
  for (const [shape, count] of times)
    if (filled >= fewest && count >= filled * mostLines && /[^\p{L}#]/u.test(shape)) return shape
  return undefined
}

const longestHead = 48

/** The times of syslog and of the kernel, which have blanks inside; else what stands before a blank. */
const firstWord = /^(?:[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\[ *\d+\.\d+\]|\S*)/

/** The first word of a line with its digits masked, and where the next begins after one blank. */
function headAt(
  { text, ends }: Lines,
  start: number,
  line: number,
): { readonly shape: string; readonly end: number } {
  const rest = text.slice(start, Math.min(ends[line] ?? 0, start + longestHead))
  const word = firstWord.exec(rest)?.[0] ?? ''
  const shape = word.replace(/[\da-f]*\d[\da-f]*/gi, '#').replace(/ +/g, ' ')
  const isFollowed = rest[word.length] === ' '
  return { shape, end: start + word.length + Number(isFollowed) }
}
