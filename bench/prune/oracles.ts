import { selectLines } from '../../src/core/prune/select-lines.ts'
import { type Lines, splitLines } from '../../src/core/text/lines.ts'
import type { Method } from './recall.ts'
import type { Sample } from './sets.ts'

/** Knows the labels: the shortest labelled lines first. No method can do better. */
export const bestPossible: Method = (sample, budget) => {
  const lines = splitLines(sample.text)
  const kept = new Uint8Array(lines.count)
  const shortestFirst = labelledLines(sample, lines).sort(
    (a, b) => lengthOf(lines, a) - lengthOf(lines, b),
  )
  let room = sample.text.length * budget
  for (const index of shortestFirst) {
    room -= lengthOf(lines, index)
    if (room < 0) break
    kept[index] = 1
  }
  return kept
}

/** Characters that a gap hides before our pruner finds it worth a marker. */
const worthyChars = 100

/** Knows the labels too, but leaves no gap that is not worth a marker, as our pruner does. */
export const bestWithOurGaps: Method = (sample, budget) => {
  const lines = splitLines(sample.text)
  const scores = new Float64Array(lines.count)
  for (const index of labelledLines(sample, lines)) scores[index] = 1 / (lengthOf(lines, index) + 5)
  return selectLines({
    lines,
    scores,
    absolute: new Uint8Array(lines.count),
    leastLines: 0,
    charBudget: Math.floor(sample.text.length * budget),
    worthyChars,
    gapCost: 0,
  })
}

function labelledLines(sample: Sample, lines: Lines): number[] {
  const labelled = new Set<number>()
  for (const [first, last] of sample.relevant) {
    for (let line = first; line <= Math.min(last, lines.count); line++) labelled.add(line - 1)
  }
  return [...labelled]
}

function lengthOf(lines: Lines, index: number): number {
  return (lines.starts[index + 1] ?? 0) - (lines.starts[index] ?? 0)
}
