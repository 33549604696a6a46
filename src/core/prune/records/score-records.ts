import type { Lines } from '../../text/lines.ts'
import type { Goal } from '../goal.ts'
import { cueEntries } from '../logs/cue-words.ts'
import { firstGoalBit, goalBits, goalForms } from '../logs/goal-forms.ts'
import { type LogScan, scanLog } from '../logs/scan-log.ts'
import { wordTable } from '../logs/word-table.ts'
import { bestOf } from '../order-by-score.ts'
import { type ScoredLines, type Scoring, why } from '../scored-lines.ts'
import { extremes } from './extremes.ts'
import { needsOf } from './needs-of.ts'
import { standOut } from './stand-out.ts'
import type { TextRecord } from './text-record.ts'
import type { RecordSet } from './whole/record-set.ts'

/** What a line of a record is worth beside its head: one with words of the goal, one without. */
const bodyShare = { met: 0.9, other: 0.3 }
/** What the best extreme is worth beside the best find. */
const extremeWorth = 2

/** How much each line matters where the whole text is records; `undefined` when the time ran out. */
export function scoreRecords(
  lines: Lines,
  set: RecordSet,
  goal: Goal,
  { isExpired }: Scoring,
): ScoredLines | undefined {
  const words = wordTable([...cueEntries(), ...goalForms(goal)], goal.hasCompounds)
  const scan = scanLog(lines, { words, numbers: goal.numbers }, isExpired)
  if (scan === undefined) return undefined
  const asked = set.table === undefined ? [] : extremes(set.records, set.table, goal.text)
  // Where the largest is asked for, words of the goal name the column, not the row.
  const found =
    asked.length > 0 ? new Float64Array(set.records.length) : goalScores(set.records, scan, goal)
  const isFound = asked.length > 0 || found.some((score) => score > 0)
  const standing = standingOf(set, goal, isFound)
  asked.forEach((at, rank) => {
    standing[at] = (standing[at] ?? 0) + extremeWorth / (1 + rank / 4)
  })
  const scores = new Float64Array(lines.count)
  const reasons = new Uint8Array(lines.count)
  set.records.forEach((record, at) => {
    const ofGoal = found[at] ?? 0
    const ofStanding = standing[at] ?? 0
    fill(scores, record, scan, ofGoal + ofStanding)
    const bits = (ofGoal > 0 ? why.goal : 0) | (ofStanding > 0 ? why.standout : 0)
    reasons.fill(bits, record.first, record.last + 1)
  })
  return {
    scores,
    clear: () => clearIn(set.records, scan, found, standing),
    reasons: () => reasons,
    isGoalFound: isFound || (goal.asksWhatIsWrong && standing.some((score) => score > 0)),
    needs: needsOf(lines.count, set.records),
  }
}

/** A record that has this share of what the best one has of the goal is as clear an answer. */
const clearShare = 0.6

/** Flags the records that answer, of long ones the lines with words of the goal. */
function clearIn(
  records: readonly TextRecord[],
  scan: LogScan,
  found: Float64Array,
  standing: Float64Array,
): Uint8Array {
  const clear = new Uint8Array(scan.goal.length)
  const least = clearShare * bestOf(found)
  records.forEach(({ first, last, headFirst, headLast, gist }, at) => {
    const score = found[at] ?? 0
    if (standing[at] === 0 && (score === 0 || score < least)) return
    for (let line = first; line <= last; line++) if (scan.goal[line] !== 0) clear[line] = 1
    clear.fill(1, headFirst, headLast + 1)
    for (const line of gist) clear[line] = 1
  })
  return clear
}

/** Where the goal asks what is wrong, or names nothing that is there, what stands out matters. */
function standingOf({ records, table }: RecordSet, goal: Goal, isFound: boolean): Float64Array {
  const standing = new Float64Array(records.length)
  if (table === undefined) return standing
  if (goal.asksWhatIsWrong || !isFound) standing.set(standOut(records, table))
  return standing
}

/** Per record, what the words of the goal in it are worth: rare ones most. */
function goalScores(records: readonly TextRecord[], scan: LogScan, goal: Goal): Float64Array {
  const met = records.map((record) => bitsIn(scan, record))
  const frequency = new Uint32Array(goalBits)
  for (const bits of met)
    for (let at = 0; at < goalBits; at++)
      if (((bits >>> (firstGoalBit + at)) & 1) !== 0) frequency[at] = (frequency[at] ?? 0) + 1
  const weights = [...goal.weights.values()].slice(0, goalBits)
  const worth = weights.map((weight, at) => weight * rarity(frequency[at] ?? 0, records.length))
  return Float64Array.from(met, (bits) =>
    worth.reduce(
      (sum, one, at) => (((bits >>> (firstGoalBit + at)) & 1) === 0 ? sum : sum + one),
      0,
    ),
  )
}

/** 1 for a word of one record, 0 for one that most records have. */
function rarity(frequency: number, count: number): number {
  if (frequency === 0 || frequency * 2 >= count + 1) return 0
  return Math.log((count + 1) / (2 * frequency)) / Math.log((count + 1) / 2)
}

function bitsIn(scan: LogScan, { first, last }: TextRecord): number {
  let bits = 0
  for (let line = first; line <= last; line++) bits |= scan.goal[line] ?? 0
  return bits
}

function fill(scores: Float64Array, record: TextRecord, scan: LogScan, worth: number): void {
  if (worth === 0) return
  for (let line = record.first; line <= record.last; line++)
    scores[line] = worth * (scan.goal[line] === 0 ? bodyShare.other : bodyShare.met)
  for (const line of record.gist) scores[line] = worth
  for (let line = record.headFirst; line <= record.headLast; line++) scores[line] = worth
}
