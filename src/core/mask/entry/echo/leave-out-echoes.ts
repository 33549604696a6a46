import { type EchoRun, shortestRun } from './echo-index.ts'
import { type HashedLines, linesBetween } from './hashed-lines.ts'

/** A text without what stands in earlier ones. */
export interface Echoed {
  readonly text: string
  /** Numbers of the texts it refers to. */
  readonly sources: readonly number[]
}

interface EchoTerms {
  /** So many lines stay on either side of what is new, for whoever edits there. */
  readonly contextLines: number
  /** What stands for a run, by the source of the run left out before it in its text, if there is one. */
  readonly mark: (run: EchoRun, sourceBefore: number | undefined) => string
}

/** Paths, ids and brackets take more tokens than as many characters of most texts. */
export const charsOfMarker = 1.6

/** Leaves out the runs for which a shorter text can stand; `undefined` when there are none. */
export function leaveOutEchoes(
  lines: HashedLines,
  runs: readonly EchoRun[],
  { contextLines, mark }: EchoTerms,
): Echoed | undefined {
  const pieces: string[] = []
  const sources = new Set<number>()
  let next = 0
  let sourceBefore: number | undefined
  for (const whole of runs) {
    const run = withContext(whole, lines.count, contextLines)
    if (!run) continue
    const marker = mark(run, sourceBefore)
    const isShorter = marker.length * charsOfMarker < linesBetween(lines, run.from, run.to).length
    if (!isShorter) continue
    if (run.from > next) pieces.push(linesBetween(lines, next, run.from))
    pieces.push(marker)
    sources.add(run.source)
    sourceBefore = run.source
    next = run.to
  }
  if (sources.size === 0) return undefined
  if (next < lines.count) pieces.push(linesBetween(lines, next, lines.count))
  return { text: pieces.join('\n'), sources: [...sources] }
}

/** The run without its first and last lines, except where the text begins or ends with it. */
function withContext(run: EchoRun, count: number, contextLines: number): EchoRun | undefined {
  const cut = run.from === 0 ? 0 : contextLines
  const from = run.from + cut
  const to = run.to === count ? run.to : run.to - contextLines
  return to - from < shortestRun
    ? undefined
    : { ...run, from, to, sourceFrom: run.sourceFrom + cut }
}
