import type { Lines } from '../../text/lines.ts'
import type { Goal } from '../goal.ts'
import { type ScoredLines, why } from '../scored-lines.ts'
import { cue, cueEntries } from './cue-words.ts'
import { firstGoalBit, goalBits, goalForms } from './goal-forms.ts'
import { type LogScan, scanLog, shape } from './scan-log.ts'
import { wordTable } from './word-table.ts'

/** How much each line of a log matters; `undefined` when the time ran out. */
export function scoreLogs(
  lines: Lines,
  goal: Goal,
  isExpired: () => boolean,
): ScoredLines | undefined {
  const words = wordTable([...cueEntries(), ...goalForms(goal)])
  const hasNumbers = [...goal.weights.keys()].some((term) => /\d/.test(term))
  const scan = scanLog(lines, words, hasNumbers, isExpired)
  if (scan === undefined) return undefined
  const goalWeights = weighGoal(scan, goal, lines.count)
  const own = ownScores(lines, scan, goalWeights)
  if (isExpired()) return undefined
  return {
    scores: withContext(lines, scan, own),
    reasons: () => reasonsOf(scan),
    isGoalFound: goalWeights.some((weight) => weight > 0),
  }
}

function reasonsOf(scan: LogScan): Uint8Array {
  const reasons = new Uint8Array(scan.strong.length)
  for (let line = 0; line < reasons.length; line++) {
    const isError = scan.strong[line] !== 0 || ((scan.flags[line] ?? 0) & shape.mark) !== 0
    reasons[line] = (isError ? why.error : 0) | (scan.goal[line] === 0 ? 0 : why.goal)
  }
  return reasons
}

/** Per goal bit, what meeting it is worth: nothing when half of the lines do. */
function weighGoal(scan: LogScan, goal: Goal, count: number): Float64Array {
  const frequency = new Uint32Array(goalBits)
  for (let line = 0; line < count; line++) {
    let at = 0
    for (let rest = (scan.goal[line] ?? 0) >>> firstGoalBit; rest !== 0; rest >>>= 1) {
      frequency[at] = (frequency[at] ?? 0) + (rest & 1)
      at += 1
    }
  }
  const weights = new Float64Array(goalBits)
  ;[...goal.weights.values()].slice(0, goalBits).forEach((weight, at) => {
    const lines = frequency[at] ?? 0
    if (lines > 0) weights[at] = weight * Math.max(0.01, rarity(lines, count))
  })
  return weights
}

function rarity(lines: number, count: number): number {
  return Math.log(count / (2 * lines)) / Math.log(count + 1)
}

const mediumWeight = 0.15
const markWeight = 1
const traceWeight = 0.3
const goalWeight = 1.5
const warnFactor = 0.5
const quietFactor = 0.7
const repeatPower = 0.2

function ownScores(lines: Lines, scan: LogScan, goalWeights: Float64Array): Float64Array {
  const own = new Float64Array(lines.count)
  const repeats = countTemplates(scan.template)
  for (let line = 0; line < lines.count; line++) {
    const signs = signScore(scan, line)
    const score = signs + goalWeight * goalScore(scan.goal[line] ?? 0, goalWeights)
    own[line] = (score * calm(scan.flags[line] ?? 0)) / repeatFactor(repeats[line] ?? 1)
  }
  return own
}

/** What cue words, crosses and stack frames say of a line. */
function signScore(scan: LogScan, line: number): number {
  const flags = scan.flags[line] ?? 0
  const words = saturate(Math.min(2, scan.strong[line] ?? 0))
  const weak = mediumWeight * saturate(scan.medium[line] ?? 0)
  const mark = (flags & shape.mark) === 0 ? 0 : markWeight
  return words + weak + mark + ((flags & shape.trace) === 0 ? 0 : traceWeight)
}

function calm(flags: number): number {
  const warned = (flags & cue.warn) === 0 ? 1 : warnFactor
  return (flags & cue.quiet) === 0 ? warned : warned * quietFactor
}

/** `count ** 0.7`: a second sign says less than the first. */
const saturated = [0, 1, 1.62, 2.16]

function saturate(count: number): number {
  return saturated[count] ?? 0
}

function goalScore(bits: number, weights: Float64Array): number {
  let score = 0
  for (let rest = bits >>> firstGoalBit, at = 0; rest !== 0; rest >>>= 1, at++) {
    if ((rest & 1) !== 0) score += weights[at] ?? 0
  }
  return score
}

/** `repeats ** repeatPower`, by table: the power function is slow and most lines repeat little. */
const repeatFactors = Float64Array.from({ length: 4096 }, (_, repeats) => repeats ** repeatPower)

function repeatFactor(repeats: number): number {
  return repeatFactors[repeats] ?? repeats ** repeatPower
}

/** For each line, how many lines share its template. */
function countTemplates(template: Int32Array): Uint32Array {
  let size = 1024
  while (size < template.length * 4) size *= 2
  const mask = size - 1
  const counts = new Uint32Array(size)
  for (let line = 0; line < template.length; line++) {
    const slot = slotOf(template[line] ?? 0, mask)
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  const shared = new Uint32Array(template.length)
  for (let line = 0; line < template.length; line++) {
    shared[line] = counts[slotOf(template[line] ?? 0, mask)] ?? 1
  }
  return shared
}

function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 16)) & mask
}

const decay = {
  after: 0.9,
  afterIndented: 0.97,
  before: 0.7,
  quiet: 0.6,
  density: 0.85,
  anchor: 0.98,
}
const anchorWeight = 4

/** Joins to each line what stands around it: errors carry their context, ends of logs weigh more. */
function withContext(lines: Lines, scan: LogScan, own: Float64Array): Float64Array {
  const { count } = lines
  const after = new Float64Array(count)
  const density = new Float64Array(count)
  let carried = 0
  let dense = 0
  for (let line = 0; line < count; line++) {
    const score = own[line] ?? 0
    carried = Math.max(carried * decayAfter(scan, line), score)
    dense = dense * decay.density + score
    after[line] = carried
    density[line] = dense
  }
  carried = 0
  dense = 0
  let anchor = 0
  const scores = new Float64Array(count)
  for (let line = count - 1; line >= 0; line--) {
    const score = own[line] ?? 0
    const isQuiet = ((scan.flags[line] ?? 0) & cue.quiet) !== 0
    carried = Math.max(carried * (isQuiet ? decay.quiet : decay.before), score)
    dense = dense * decay.density + score
    anchor = isAnchor(lines, scan, line) ? 1 : anchor * decay.anchor
    const near = Math.max(after[line] ?? 0, carried)
    const crowd = (dense + (density[line] ?? 0)) * (1 - decay.density)
    const place = placeOf(line, count) + anchorWeight * anchor
    scores[line] = ((score + near + crowd) * (1 + place)) / lengthFactor(lines, line)
  }
  return scores
}

/** The end of a log matters more, its last lines most. */
function placeOf(line: number, count: number): number {
  const share = line / count
  const cubed = share * share * share
  return count - line > 600 ? cubed : cubed + Math.exp((line - count) / 60)
}

function decayAfter(scan: LogScan, line: number): number {
  const flags = scan.flags[line] ?? 0
  if ((flags & cue.quiet) !== 0) return decay.quiet
  return (flags & (shape.indented | shape.trace)) !== 0 ? decay.afterIndented : decay.after
}

/** A line that tells that a command failed: what it printed stands just before. */
const failedCommand =
  /exit(?:ed|ing)?\b.{0,40}?\b(?:with|code|status|:)\s*(?:code\s*)?[1-9]|\*\*\* .*(?:Error|Stop)|BUILD FAIL|Build failed|ERR!|FAILURES?!|command failed/i

function isAnchor(lines: Lines, scan: LogScan, line: number): boolean {
  if (((scan.flags[line] ?? 0) & cue.exit) === 0) return false
  return failedCommand.test(lines.text.slice(scan.messageStart[line], lines.ends[line]))
}

function lengthFactor(lines: Lines, line: number): number {
  const length = (lines.ends[line] ?? 0) - (lines.starts[line] ?? 0)
  return Math.sqrt((length + 20) / 60)
}
