import { isSpace } from '../../../text/lines.ts'
import { isAbsence, valueAsked } from '../../goal/asked-values.ts'
import { healthOf, numberOf } from '../../records/cells.ts'
import { goalScore, signScore } from '../own-scores.ts'
import { lineReaderOf, type ReadLog } from '../read-log.ts'

/** How much each line says to the goal, and from where on it answers. */
export interface Evidence {
  readonly scores: Float64Array
  readonly least: number
  /** Whether signs of trouble count, because they are asked for or nothing else is found. */
  readonly isBySigns: boolean
}

/** Share of the best evidence from which a line answers: by words of the goal, by signs of trouble. */
const share = { goal: 0.6, absence: 0.7, sign: 0.4 }
/** Less than this of the goal found in any line is not finding it. */
const leastFound = 0.3

/** What each line says of the goal, with the words on the way to it; and of trouble, where that is asked. */
export function evidenceOf(log: ReadLog): Evidence {
  const { goal, scan } = log
  const found = foundIn(log)
  const isFound = bestOf(found) >= leastFound
  addAbsence(found, log)
  addValues(found, log)
  if (bestOf(found) >= leastFound && !goal.asksWhatIsWrong) {
    const from = goal.asksForAbsence ? share.absence : share.goal
    return { scores: found, least: from * bestOf(found), isBySigns: false }
  }
  const lineOf = lineReaderOf(log)
  const scores = found.map((score, line) => {
    const marked = isMarked(lineOf(line)) ? 1 : 0
    const sign = Math.min(1, signScore(scan, line) + marked)
    return sign >= leastSign ? sign + score : isFound ? score * unsignedShare : 0
  })
  return { scores, least: share.sign * bestOf(scores), isBySigns: true }
}

/** What programs put before what failed. */
const marks = /^[\s●]*(?:[Xx✗✘✖×]|!!+|\[(?:FAIL|ERR|X)\w*\])\s/
const longestMark = 80
const value = /^\s*(?:[-*] )?[\p{L}][\p{L}\p{N} _()/.-]{0,40}:\s+(\S.{0,39})$/u

/** Whether a mark of failure stands before a line, or a value in it says that something is not well. */
function isMarked(line: string): boolean {
  if (marks.test(line.slice(0, longestMark))) return true
  const said = line.length <= longestMark && mayHaveValue(line) ? value.exec(line)?.[1] : undefined
  return said !== undefined && healthOf(said) === 'ill'
}

/** Most lines have none, and their first colon tells: no name before a value holds one. */
function mayHaveValue(line: string): boolean {
  const colon = line.indexOf(':')
  return colon > 0 && isSpace(line.charCodeAt(colon + 1))
}

const leastSign = 0.5
/** What words of the goal count on a line without a sign, where signs are asked for. */
const unsignedShare = 0.5

/** Texts with fewer lines than this know little of how rare a word is; those with more know it well. */
const knows = { little: 60, well: 300 }

/** What the words of the goal on each line are worth, with those of what it stands under. */
function foundIn({ scan, goalWeights: weights, tree }: ReadLog): Float64Array {
  const count = scan.strong.length
  const known = Math.min(1, Math.max(0, (count - knows.little) / (knows.well - knows.little)))
  const goalWeights = weights.map((weight) => weight ** (0.5 + known / 2))
  const way = new Uint32Array(count)
  const found = new Float64Array(count)
  for (let line = 0; line < count; line++) {
    const above = tree.parent[line] ?? -1
    const own = scan.goal[line] ?? 0
    way[line] = own | (above < 0 ? 0 : (way[above] ?? 0))
    if (own !== 0) found[line] = goalScore(way[line] ?? 0, goalWeights)
  }
  addBlocks(found, way, { scan, tree, goalWeights })
  return found
}

/** What a word counts that stands elsewhere in the block of a line. */
const blockShare = 0.5

/** A line counts more where the other words of the goal stand around it, under the same outermost line. */
function addBlocks(
  found: Float64Array,
  way: Uint32Array,
  { scan, tree, goalWeights }: Pick<ReadLog, 'scan' | 'tree' | 'goalWeights'>,
): void {
  for (let first = 0; first < found.length; ) {
    const last = Math.max(first, tree.last[first] ?? first)
    let bits = 0
    for (let line = first; line <= last; line++) bits |= scan.goal[line] ?? 0
    for (let line = first; line <= last; line++)
      if ((found[line] ?? 0) > 0)
        found[line] =
          (found[line] ?? 0) + blockShare * goalScore(bits & ~(way[line] ?? 0), goalWeights)
    first = last + 1
  }
}

/** Where something is said to be missing, and something is asked for that is. */
function addAbsence(found: Float64Array, log: ReadLog): void {
  if (!log.goal.asksForAbsence) return
  const lineOf = lineReaderOf(log)
  for (let line = 0; line < found.length; line++)
    if (isAbsence(lineOf(line).slice(0, longestRead))) found[line] = (found[line] ?? 0) + 1
}

const longestRead = 400
/** What a value of the kind that is asked for adds. */
const valueWorth = 0.5
/** Where no words are found, so few lines with such a value are the answer. */
const mostValues = 6

/** A date for "when", an address for "which address": lines with such a value answer before others. */
function addValues(found: Float64Array, log: ReadLog): void {
  const value = valueAsked(log.goal.text)
  if (value === undefined) return
  const lineOf = lineReaderOf(log)
  const best = bestOf(found)
  const having: number[] = []
  for (let line = 0; line < found.length; line++) {
    if (!value.test(lineOf(line).slice(0, longestRead))) continue
    if ((found[line] ?? 0) > 0) found[line] = (found[line] ?? 0) + valueWorth * best
    having.push(line)
  }
  if (having.length > mostValues) {
    addOutliers(found, having, (line) => amountIn(value.exec(lineOf(line).slice(0, longestRead))))
    return
  }
  const worth = Math.max(valueWorth, best)
  for (const line of having) found[line] = Math.max(found[line] ?? 0, worth)
}

/** How many times the usual amount is far from usual. */
const farAway = 8

/** Where many lines have such a value: those with far more of it than is usual. */
function addOutliers(
  found: Float64Array,
  having: readonly number[],
  amountOf: (line: number) => number,
): void {
  const amounts = having.map(amountOf)
  const usual = Float64Array.from(amounts.filter((amount) => amount > 0)).sort()
  const most = farAway * (usual[usual.length >> 1] ?? Number.POSITIVE_INFINITY)
  const far = having.filter((_, at) => (amounts[at] ?? 0) > most)
  if (far.length > mostValues) return
  const worth = Math.max(1, 2 * bestOf(found))
  for (const line of far) found[line] = worth
}

function amountIn(found: RegExpExecArray | null): number {
  const amount = numberOf(found?.[0] ?? '')
  return Number.isNaN(amount) ? 0 : amount
}

function bestOf(scores: Float64Array): number {
  return scores.reduce((most, one) => Math.max(most, one), 0)
}
