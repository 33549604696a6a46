import { selectLines } from '../../src/core/prune/select/select-lines.ts'
import { splitLines } from '../../src/core/text/lines.ts'
import { fill } from './baselines.ts'
import { type Budget, labelledGroups, lineBudgetOf, type Method } from './recall.ts'
import type { Sample } from './sets.ts'

/** Knows the labels: the cheapest labelled lines first. No method can do better. */
export const bestPossible: Method = (sample, budget) => {
  const lines = splitLines(sample.text)
  const { costOf } = lineBudgetOf(lines, budget)
  const cheapestFirst = cheapestLabelled(sample, lines.count, costOf)
  return fill(cheapestFirst, lines, budget)
}

/** Whether the labelled lines alone take more than the budget: then no method finds them all. */
export function isOverfull(sample: Sample, budget: Budget): boolean {
  const lines = splitLines(sample.text)
  const { room, costOf } = lineBudgetOf(lines, budget)
  const labelled = cheapestLabelled(sample, lines.count, costOf)
  return labelled.reduce((sum, index) => sum + costOf(index), 0) > room
}

/** The cheapest line of each labelled thing, cheapest first. */
function cheapestLabelled(
  sample: Sample,
  count: number,
  costOf: (index: number) => number,
): readonly number[] {
  const byCost = (a: number, b: number) => costOf(a) - costOf(b)
  return labelledGroups(sample, count)
    .flatMap((group) => group.toSorted(byCost).slice(0, 1))
    .toSorted(byCost)
}

/** Characters that a gap hides before our pruner finds it worth a marker. */
const worthyChars = 100

/** Knows the labels too, but leaves no gap that is not worth a marker, as our pruner does. */
export const bestWithOurGaps: Method = (sample, budget) => {
  const lines = splitLines(sample.text)
  const { room, costOf } = lineBudgetOf(lines, { ...budget, of: 'characters' })
  const scores = new Float64Array(lines.count)
  for (const index of cheapestLabelled(sample, lines.count, costOf))
    scores[index] = 1 / (costOf(index) + 5)
  return selectLines({
    lines,
    scores,
    absolute: new Uint8Array(lines.count),
    leastLines: 0,
    charBudget: Math.floor(room),
    worthyChars,
    gapCost: 0,
  })
}
