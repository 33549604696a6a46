import type { Lines } from '../../text/lines.ts'
import type { Goal } from '../goal/goal.ts'
import { type ScoredLines, why } from '../scored-lines.ts'
import { linesFrom } from '../select/order-by-score.ts'
import { type JsonTree, scanJson } from './scan-json.ts'
import { type ScoredValues, scoreValues } from './score-values.ts'

/** A line worth this share of the best one is kept where the size is ours to choose. */
const clearShare = 0.6
/** What the outermost keys are worth where the goal is not found; deeper ones less. */
const shapeWorth = 0.01

/** How much each line of a JSON text matters; `undefined` where the text is not JSON. */
export function scoreJson(lines: Lines, goal: Goal): ScoredLines | undefined {
  if (!/^\s*[[{]/.test(lines.text.slice(0, 200))) return undefined
  const tree = scanJson(lines.text)
  if (tree === undefined) return undefined
  const values = scoreValues(tree, goal)
  const scores = new Float64Array(lines.count)
  const needs = new Int32Array(lines.count).fill(-1)
  const lineOf = linesOfValues(lines, tree)
  for (let node = 0; node < tree.count; node++) {
    const line = lineOf[node] ?? 0
    scores[line] = Math.max(scores[line] ?? 0, scoreOf(values, node))
    const needed = lineOf[tree.parent[node] ?? -1] ?? line
    if (needed < line && needs[line] === -1) needs[line] = needed
  }
  const reason = values.isFound ? why.goal : why.structure
  return {
    scores,
    needs,
    clear: () => linesFrom(scores, values.isFound ? clearShare : 1),
    isTree: true,
    isMadeForIt: true,
    reasons: () => Uint8Array.from(scores, (score) => (score > 0 ? reason : 0)),
    isGoalFound: values.isGoalFound,
  }
}

/** Without a find the shape of the whole matters: the outermost keys. */
function scoreOf({ scores, depth, isFound }: ScoredValues, node: number): number {
  if (isFound) return scores[node] ?? 0
  return shapeWorth / Math.max(1, depth[node] ?? 0)
}

/** On which line each value, or its key, begins. */
function linesOfValues(lines: Lines, { count, begin }: JsonTree): Uint32Array {
  const lineOf = new Uint32Array(count)
  let line = 0
  for (let node = 0; node < count; node++) {
    while (line + 1 < lines.count && (lines.starts[line + 1] ?? 0) <= (begin[node] ?? 0)) line += 1
    lineOf[node] = line
  }
  return lineOf
}
