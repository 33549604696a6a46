import { type Lines, lineAt } from '../../text/lines.ts'

/** A run of neighbouring lines, short enough for a reranker to read at once. */
interface LineWindow {
  /** 0-based index of the first line, and how many lines were taken into the text. */
  readonly first: number
  readonly count: number
  readonly text: string
}

const fewestLines = 4
const mostChars = 6000

/** At most `maxWindows` windows over the whole text; the tail of an overlong window is left out. */
export function windowsOf(lines: Lines, maxWindows: number): readonly LineWindow[] {
  const size = Math.max(fewestLines, Math.ceil(lines.count / maxWindows))
  const windows: LineWindow[] = []
  for (let first = 0; first < lines.count; first += size)
    windows.push(windowAt(lines, first, Math.min(size, lines.count - first)))
  return windows
}

function windowAt(lines: Lines, first: number, size: number): LineWindow {
  let text = lineAt(lines, first).slice(0, mostChars)
  let count = 1
  while (count < size) {
    const line = lineAt(lines, first + count)
    if (text.length + line.length >= mostChars) break
    text += `\n${line}`
    count++
  }
  return { first, count, text }
}

/** One score per line, that of its window; NaN for lines no window holds. */
export function scoresByLine(
  lines: Lines,
  windows: readonly LineWindow[],
  scores: readonly number[],
): Float64Array {
  const byLine = new Float64Array(lines.count).fill(Number.NaN)
  windows.forEach(({ first, count }, index) => {
    byLine.fill(scores[index] ?? Number.NaN, first, first + count)
  })
  return byLine
}
