import type { Goal } from '../goal/goal.ts'
import { asksForExtreme } from '../records/extremes.ts'
import { bestOf } from '../select/order-by-score.ts'
import { findInJson, type JsonFinds, worthOf } from './find-in-json.ts'
import { isContainer, type JsonTree } from './scan-json.ts'
import { standOutInJson } from './stand-out-in-json.ts'

/** How much each value of a JSON text matters to the goal. */
export interface ScoredValues {
  readonly scores: Float64Array
  readonly depth: Uint16Array
  /** Whether any value matters more than others. */
  readonly isFound: boolean
  /** Whether the goal is met: by its words, or by what stands out where it asks for that. */
  readonly isGoalFound: boolean
}

/** What is left of a score one step further inside, and beside a value that was found. */
const share = { inside: 0.9, beside: 0.5 }
/** A value of the kind the question asks for says more: a date for "when", a number for "how many". */
const kindFactor = 1.5
/** Larger objects are no records: what stands beside a find in them has nothing to do with it. */
const longestRecord = 800

/**
 * A value counts for the words on the way to it and its own, most where the last of them was met;
 * what stands beside a value that was found in a small object counts half.
 */
export function scoreValues(tree: JsonTree, goal: Goal): ScoredValues {
  const finds = findInJson(tree, goal)
  const depth = depthsOf(tree)
  const reached = reachedBy(tree, finds)
  const scores = favourKind(tree, reached, kindAsked(goal.text))
  const isFound = finds.worth.some((worth) => worth > 0)
  if (isFound) raiseBeside(tree, finds, reached, scores)
  const isAsked = goal.asksWhatIsWrong || asksForExtreme(goal.text)
  const standing = isAsked || !isFound ? standOutInJson(tree, goal, isAsked) : []
  const worth = standingFactor * (bestOf(scores) || 1)
  for (const node of standing) scores[node] = worth
  const hasAnswers = isFound || standing.length > 0
  const isGoalFound = isFound || (isAsked && standing.length > 0)
  return { scores, depth, isFound: hasAnswers, isGoalFound }
}

/** What stands out where that is asked for is worth this many times the best find. */
const standingFactor = 2

/** What the words on the way to each value and its own are worth, fading inside. */
function reachedBy({ count, parent }: JsonTree, { key, value, worth }: JsonFinds): Float64Array {
  const way = new Uint32Array(count)
  const reached = new Float64Array(count)
  for (let node = 0; node < count; node++) {
    const above = parent[node] ?? -1
    const own = key[node] ?? 0
    way[node] = (way[above] ?? 0) | own
    const met = own | (value[node] ?? 0)
    const carried = share.inside * (reached[above] ?? 0)
    reached[node] = met === 0 ? carried : worthOf((way[node] ?? 0) | met, worth)
  }
  return reached
}

function depthsOf({ count, parent }: JsonTree): Uint16Array {
  const depth = new Uint16Array(count)
  for (let node = 1; node < count; node++)
    depth[node] = Math.min(65_535, (depth[parent[node] ?? 0] ?? 0) + 1)
  return depth
}

function favourKind(tree: JsonTree, reached: Float64Array, kind: RegExp | undefined): Float64Array {
  if (kind === undefined) return reached.slice()
  return reached.map((score, node) =>
    score > 0 && isOf(tree, node, kind) ? score * kindFactor : score,
  )
}

function raiseBeside(
  tree: JsonTree,
  { key, value }: JsonFinds,
  reached: Float64Array,
  scores: Float64Array,
): void {
  const { parent } = tree
  const best = new Float64Array(tree.count)
  parent.forEach((above, node) => {
    const isMet = ((key[node] ?? 0) | (value[node] ?? 0)) !== 0
    if (isMet && above >= 0) best[above] = Math.max(best[above] ?? 0, reached[node] ?? 0)
  })
  parent.forEach((above, node) => {
    const lent = share.beside * (best[above] ?? 0)
    if (lent > (scores[node] ?? 0) && isRecord(tree, above)) scores[node] = lent
  })
}

function isRecord(tree: JsonTree, node: number): boolean {
  return (tree.end[node] ?? 0) - (tree.start[node] ?? 0) <= longestRecord
}

function kindAsked(goal: string): RegExp | undefined {
  if (/\b(?:when|date|quand)\b/i.test(goal)) return /^"?\d{4}-\d\d-\d\d/
  return /\b(?:how (?:many|much|big|large|long|old)|size|count|combien|taille)\b/i.test(goal)
    ? /^"?\d+(?:\.\d+)?\s?[A-Za-z%]{0,3}"?$/
    : undefined
}

function isOf(tree: JsonTree, node: number, kind: RegExp): boolean {
  if (isContainer(tree, node)) return false
  const start = tree.start[node] ?? 0
  return kind.test(tree.text.slice(start, Math.min(tree.end[node] ?? 0, start + 40)))
}
