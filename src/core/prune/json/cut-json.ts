import type { LineRange } from '../../text/ranges.ts'
import { readGoal } from '../goal/goal.ts'
import { orderByScore } from '../select/order-by-score.ts'
import { placesIn, pointerOf } from './pointer.ts'
import { isContainer, type JsonTree, scanJson } from './scan-json.ts'
import { scoreValues } from './score-values.ts'

/** What stays of a JSON text on one line: columns from 1, both ends included. */
export interface JsonCut {
  readonly kept: readonly LineRange[]
  /** Where the values that a gap hides belong, and how many of them there are. */
  readonly nameOf: (gap: LineRange) => string
}

/** Values that score less beside the best one have no reason to stay. */
const leastShare = 0.3
/** An answer that is a whole subtree stays whole up to this share of the room. */
const wholeShare = 0.3

/**
 * The values that matter to the goal with the keys on the way to them, in at most `room` characters
 * when each gap costs `gapCost`; `undefined` where the line is not JSON.
 */
export function cutJson(
  line: string,
  goal: string,
  room: number,
  gapCost: number,
): JsonCut | undefined {
  if (!/^\s*[[{]/.test(line.slice(0, 200))) return undefined
  const tree = scanJson(line)
  if (tree === undefined) return undefined
  const state = { tree, kept: new Uint8Array(tree.count), room, gapCost }
  const { scores, isFound, depth } = scoreValues(tree, readGoal(goal))
  const worth = Float64Array.from(depth, (steps, node) =>
    worthAt(isFound ? scores[node] : undefined, steps),
  )
  keepBest(state, worth)
  const places = placesIn(tree)
  return { kept: keptColumns(state), nameOf: (gap) => nameOfGap(tree, gap, places) }
}

/** Deeper values are not offered: the way to each costs its depth. */
const mostDepth = 200

/** Where nothing is found, the outermost values show what the text is. */
function worthAt(score: number | undefined, steps: number): number {
  if (steps > mostDepth) return 0
  return score ?? 1 / (1 + steps)
}

function keepBest(state: Cutting, worth: Float64Array): void {
  const order = orderByScore(worth)
  const least = leastShare * (worth[order[0] ?? 0] ?? 0)
  let refused = 0
  for (let at = 0; at < order.length && refused < patience; at++) {
    const node = order[at] ?? 0
    if ((worth[node] ?? 0) < least) return
    refused = state.kept[node] === whole || keep(state, node) ? 0 : refused + 1
  }
}

/** Enough small values have been tried after the room was used. */
const patience = 200

const way = 1
const whole = 2

interface Cutting {
  readonly tree: JsonTree
  readonly kept: Uint8Array
  room: number
  readonly gapCost: number
}

/** Keeps a value and the way to it if there is room; of a large one its key and brackets. */
function keep(state: Cutting, node: number): boolean {
  const { tree, kept } = state
  if (isInWhole(state, node)) return true
  const chars = (tree.end[node] ?? 0) - (tree.begin[node] ?? 0)
  const isShell = isContainer(tree, node) && chars > wholeShare * state.room
  const own = isShell ? lengthOfWay(tree, node) : chars
  const above = newWay(state, node)
  const cost = above.reduce(
    (sum, at) => sum + lengthOfWay(tree, at) + state.gapCost,
    own + 2 * state.gapCost,
  )
  if (cost > state.room) return false
  state.room -= kept[node] === 0 ? cost : chars
  kept[node] = isShell ? way : whole
  for (const at of above) kept[at] = way
  return true
}

/** What encloses a value and does not stay yet. */
function newWay({ tree, kept }: Cutting, node: number): readonly number[] {
  const above: number[] = []
  for (let at = tree.parent[node] ?? -1; at >= 0 && kept[at] === 0; at = tree.parent[at] ?? -1)
    above.push(at)
  return above
}

function isInWhole({ tree, kept }: Cutting, node: number): boolean {
  for (let at = tree.parent[node] ?? -1; at >= 0; at = tree.parent[at] ?? -1)
    if (kept[at] === whole) return true
  return false
}

/** Key, colon and both brackets. */
function lengthOfWay({ start, begin }: JsonTree, node: number): number {
  return (start[node] ?? 0) - (begin[node] ?? 0) + 2
}

function keptColumns({ tree, kept }: Cutting): readonly LineRange[] {
  const ranges: LineRange[] = []
  for (let node = 0; node < tree.count; node++) {
    const begin = (tree.begin[node] ?? 0) + 1
    const end = tree.end[node] ?? 0
    if (kept[node] === whole) ranges.push({ start: begin, end })
    if (kept[node] !== way) continue
    ranges.push({ start: begin, end: (tree.start[node] ?? 0) + 1 }, { start: end, end })
  }
  return ranges
}

/** `/versions: 36`, or the pointer of the one value that is hidden. */
function nameOfGap(tree: JsonTree, gap: LineRange, places: Uint32Array): string {
  let first = firstAfter(tree, gap.start - 1)
  const parent = tree.parent[first] ?? -1
  if (first >= tree.count || parent < 0) return ''
  const only = first
  let count = 0
  for (; first < tree.count && (tree.begin[first] ?? 0) < gap.end; first++)
    if (tree.parent[first] === parent) count += 1
  return count === 1
    ? pointerOf(tree, only, places)
    : `${pointerOf(tree, parent, places) || '/'} (${count})`
}

/** The first value that begins at or after a place. */
function firstAfter({ begin, count }: JsonTree, place: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if ((begin[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}
