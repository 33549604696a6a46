import type { Lines } from '../../text/lines.ts'
import type { Goal } from '../goal/goal.ts'
import { readLineTree } from '../records/line-tree.ts'
import { needsOf } from '../records/needs-of.ts'
import { raiseFailures } from '../records/raise-failures.ts'
import { type LineAtoms, type ScoredLines, type Scoring, why } from '../scored-lines.ts'
import { bestOf } from '../select/order-by-score.ts'
import { answerLines } from './answer/answer-lines.ts'
import { cueEntries } from './cue-words.ts'
import { firstGoalBit, goalBits, goalForms } from './goal-forms.ts'
import { goalScore, ownScores } from './own-scores.ts'
import { reportsIn } from './reports-in.ts'
import { type LogScan, scanLog, shape } from './scan-log.ts'
import { withContext } from './with-context.ts'
import { wordTable } from './word-table.ts'

/** Less than this share of the best line is no reason to stay. */
const floorShare = 0.02

/** How much each line of a log matters; `undefined` when the time ran out. */
export function scoreLogs(lines: Lines, goal: Goal, scoring: Scoring): ScoredLines | undefined {
  const words = wordTable([...cueEntries(), ...goalForms(goal)], goal.hasCompounds)
  const scan = scanLog(lines, { words, numbers: goal.numbers }, scoring.isExpired)
  if (scan === undefined) return undefined
  const goalWeights = weighGoal(scan, goal, lines.count)
  const scores = withContext(lines, scan, ownScores(scan, goalWeights))
  if (scoring.isPerCharacter) divideByLength(scores, lines, scan)
  const best = bestOf(scores)
  const records = reportsIn(lines, scan)
  const failures = raiseFailures(scores, records, {
    keyOf: (line) => scan.template[line] ?? 0,
    termsOf: (line) => scan.goal[line] ?? 0,
    worthOf: (terms) => goalScore(terms, goalWeights),
    asksForAll: goal.asksForFailures,
  })
  return {
    scores,
    scan,
    floor: floorShare * best,
    isMadeForIt: goal.asksForFailures,
    clear: () => {
      const tree = readLineTree(lines, scan.messageStart)
      return answerLines({ lines, scan, goal, goalWeights, tree, records, failures })
    },
    reasons: () => reasonsOf(scan),
    atoms: smallBlocks(scan),
    needs: needsOf(lines.count, records),
    isGoalFound: isMet(goal, goalWeights) || (goal.asksWhatIsWrong && hasSigns(scan)),
  }
}

/** Whether a word of the goal is met; a vague one is enough where it has no other. */
function isMet(goal: Goal, met: Float64Array): boolean {
  const weights = [...goal.weights.values()].slice(0, goalBits)
  const isPlain = weights.includes(1)
  return weights.some((weight, at) => (met[at] ?? 0) > 0 && (weight === 1 || !isPlain))
}

/** Whether any line tells of a failure. */
function hasSigns({ strong, flags }: LogScan): boolean {
  return strong.some((count) => count > 0) || flags.some((bits) => (bits & shape.mark) !== 0)
}

/** Per goal bit, what meeting it is worth: next to nothing when half of the lines do. */
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

/** Long lines cost more, but an error is worth some of its length. */
function divideByLength(scores: Float64Array, lines: Lines, scan: LogScan): void {
  for (let line = 0; line < scores.length; line++) {
    const length = (lines.ends[line] ?? 0) - (lines.starts[line] ?? 0)
    const cost = (length + 20) / 60
    const worth = scan.strong[line] === 0 ? Math.sqrt(cost) : cost ** 0.3
    scores[line] = (scores[line] ?? 0) / worth
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

/** Longer blocks are cut like other text: their lines differ too much in worth. */
const mostLines = 6

/** A line and the few lines indented under it stand or fall together: none of them is read alone. */
export function smallBlocks({ flags }: LogScan): LineAtoms {
  const first = new Uint32Array(flags.length)
  const last = new Uint32Array(flags.length)
  let head = 0
  for (let line = 0; line < flags.length; line++) {
    if (!isUnder(flags[line] ?? 0)) head = line
    first[line] = line
    last[line] = line
    if (head < line && !isUnder(flags[line + 1] ?? 0)) join(first, last, head, line)
  }
  return { first, last }
}

function join(first: Uint32Array, last: Uint32Array, head: number, end: number): void {
  if (end - head >= mostLines) return
  first.fill(head, head, end + 1)
  last.fill(end, head, end + 1)
}

function isUnder(flags: number): boolean {
  return (flags & (shape.indented | shape.trace)) !== 0
}
