import type { Lines } from '../../text/lines.ts'
import type { Goal } from '../goal/goal.ts'
import { cueEntries } from '../logs/cue-words.ts'
import { firstGoalBit, goalBits, goalForms } from '../logs/goal-forms.ts'
import { type LogScan, scanLog, shape } from '../logs/scan-log.ts'
import { wordTable } from '../logs/word-table.ts'
import { type ScoredLines, type Scoring, why } from '../scored-lines.ts'
import { bestOf } from '../select/order-by-score.ts'
import { columnsNamed } from './columns-named.ts'
import { companions } from './companions.ts'
import { extremes } from './extremes.ts'
import { needsOf } from './needs-of.ts'
import { standOut } from './stand-out.ts'
import type { TextRecord } from './text-record.ts'
import { type RecordSet, rowRecord } from './whole/record-set.ts'

/** What a line of a record is worth beside its head: one with words of the goal, one without. */
const bodyShare = { met: 0.9, other: 0.3 }
/** What the best extreme is worth beside the best find. */
const extremeWorth = 2

/** How much each line matters where the whole text is records; `undefined` when the time ran out. */
export function scoreRecords(
  lines: Lines,
  read: RecordSet,
  goal: Goal,
  { isExpired }: Scoring,
): ScoredLines | undefined {
  const words = wordTable([...cueEntries(), ...goalForms(goal)], goal.hasCompounds)
  const scan = scanLog(lines, { words, numbers: goal.numbers }, isExpired)
  if (scan === undefined) return undefined
  const set = { ...read, records: withLooseLines(read.records, scan) }
  const asked = set.tables.flatMap((table) => extremes(table, goal.text))
  // Where the largest is asked for, words of the goal name the column, not the row.
  const found =
    asked.length > 0 ? new Float64Array(set.records.length) : goalScores(set.records, scan, goal)
  const isFound = asked.length > 0 || bestOf(found) >= leastFound
  const foundIn = new Set(set.records.filter((_, at) => (found[at] ?? 0) > 0))
  const standing = standingOf(set, scan, goal, { isFound, foundIn, asked })
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
    isRecords: set.tables.length === 0,
    // The lines of a diff are those of programs, where what is rare says little.
    isMadeForIt: set.form === 'diff',
    scan,
    tables: set.tables,
    clear: () => clearIn(set.records, scan, found, standing),
    reasons: () => reasons,
    isGoalFound:
      isFound || bestOf(found) > 0 || (goal.asksWhatIsWrong && standing.some((score) => score > 0)),
    needs: needsOf(lines.count, set.records),
  }
}

/** Less than this of the goal is not finding it: a word that names the kind of thing. */
const leastFound = 0.65
/** A record that has this share of what the best one has of the goal is as clear an answer. */
const clearShare = 0.6
/** Beside what is plainly ill, what is only rare says nothing. */
const standingShare = 0.4

/** Flags the records that answer, of long ones the lines with words of the goal. */
function clearIn(
  records: readonly TextRecord[],
  scan: LogScan,
  found: Float64Array,
  standing: Float64Array,
): Uint8Array {
  const clear = new Uint8Array(scan.goal.length)
  const least = clearShare * bestOf(found)
  const leastStanding = standingShare * bestOf(standing)
  records.forEach(({ first, last, headFirst, headLast, gist }, at) => {
    const score = found[at] ?? 0
    const stands = standing[at] ?? 0
    const isClear = (score > 0 && score >= least) || (stands > 0 && stands >= leastStanding)
    if (!isClear) return
    for (let line = first; line <= last; line++) if (scan.goal[line] !== 0) clear[line] = 1
    clear.fill(1, headFirst, headLast + 1)
    for (const line of gist) clear[line] = 1
  })
  return clear
}

/** What the words of a goal have found. */
interface Found {
  readonly isFound: boolean
  /** The records that have words of the goal. */
  readonly foundIn: ReadonlySet<TextRecord>
  /** The extremes that are asked for. */
  readonly asked: readonly TextRecord[]
}

/** Where the goal asks what is wrong, or names nothing that is there, what stands out matters. */
function standingOf(
  { form, records, tables }: RecordSet,
  scan: LogScan,
  goal: Goal,
  { isFound, foundIn, asked }: Found,
): Float64Array {
  const byRecord = new Map<TextRecord, number>()
  const isAsked = goal.asksWhatIsWrong || !isFound
  for (const table of tables) {
    const standing = standingIn(table, goal, isAsked, foundIn)
    if (standing === undefined) continue
    for (const [at, row] of table.rows.entries()) byRecord.set(row, standing[at] ?? 0)
    const best = bestOf(standing)
    // Events tell of one thing on several lines; the rows of other tables are one thing each.
    for (const row of form === 'ndjson' ? companions(table, (one) => byRecord.get(one) ?? 0) : [])
      byRecord.set(row, companionShare * best)
  }
  for (const [rank, row] of asked.entries()) byRecord.set(row, extremeWorth / (1 + rank / 4))
  return Float64Array.from(records, (record) => {
    const inTable = byRecord.get(record)
    if (inTable !== undefined || !isAsked) return inTable ?? 0
    return record.kind !== 'success' && isTrouble(scan, record) ? lineWorth : 0
  })
}

/** How far each row stands out, in the columns that the goal names if any does there; `undefined` where that is not asked. */
function standingIn(
  table: RecordSet['tables'][number],
  goal: Goal,
  isAsked: boolean,
  foundIn: ReadonlySet<TextRecord>,
): Float64Array | undefined {
  const named = columnsNamed(table.columns, goal.text)
  const isNamed = named.length > 0 && !table.rows.some((row) => foundIn.has(row))
  if (!isAsked && !isNamed) return undefined
  const inNamed = named.length > 0 ? standOut(table, named) : new Float64Array()
  return bestOf(inNamed) > 0 || !isAsked ? inNamed : standOut(table)
}

/** Of a run of loose lines so many tell what it is about. */
const mostTold = 6

/** Lines in a row outside of all records are one: what a program says before, between or after. */
function withLooseLines(records: readonly TextRecord[], scan: LogScan): readonly TextRecord[] {
  const taken = new Uint8Array(scan.strong.length)
  for (const { first, last, under } of records) {
    taken.fill(1, first, last + 1)
    if (under >= 0) taken[under] = 1
  }
  const loose: TextRecord[] = []
  for (let line = 0; line < taken.length; line++) {
    if (taken[line] === 1 || ((scan.flags[line] ?? 0) & shape.blank) !== 0) continue
    let last = line
    while (last + 1 < taken.length && taken[last + 1] === 0) last += 1
    loose.push(...looseRecords(scan, line, last))
    line = last
  }
  return loose.length === 0 ? records : [...records, ...loose]
}

/** One record where the run tells of trouble, else a record a line. */
function looseRecords(scan: LogScan, first: number, last: number): readonly TextRecord[] {
  const lines = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter(
    (line) => ((scan.flags[line] ?? 0) & shape.blank) === 0,
  )
  const from = lines.find((line) => (scan.strong[line] ?? 0) > 0)
  if (from === undefined) return lines.map((line) => rowRecord(line, -1))
  const told = lines.filter((line) => line > from).slice(0, mostTold)
  return [
    ...lines.filter((line) => line < from).map((line) => rowRecord(line, -1)),
    { ...rowRecord(from, -1), last, gist: told },
  ]
}

/** What a row is worth that is about the same thing as one that stands out. */
const companionShare = 0.5

/** What a line beside the tables is worth that tells of trouble. */
const lineWorth = 2

function isTrouble(scan: LogScan, { first, last }: TextRecord): boolean {
  for (let line = first; line <= last; line++) if ((scan.strong[line] ?? 0) > 0) return true
  return false
}

/** Per record, what the words of the goal in it are worth: rare ones most. */
function goalScores(records: readonly TextRecord[], scan: LogScan, goal: Goal): Float64Array {
  // The names of columns are no answer by themselves.
  const met = records.map((record) => (record.kind === 'success' ? 0 : bitsIn(scan, record)))
  const frequency = new Uint32Array(goalBits)
  for (const bits of met)
    for (let at = 0; at < goalBits; at++)
      if (((bits >>> (firstGoalBit + at)) & 1) !== 0) frequency[at] = (frequency[at] ?? 0) + 1
  const weights = [...goal.weights.values()].slice(0, goalBits)
  const worth = weights.map((weight, at) => {
    const having = frequency[at] ?? 0
    // A word that one or two rows have names them, however vague it is elsewhere.
    const own = having <= fewRows ? Math.max(weight, rareWeight) : weight
    return own * rarity(having, records.length)
  })
  return Float64Array.from(met, (bits) =>
    worth.reduce(
      (sum, one, at) => (((bits >>> (firstGoalBit + at)) & 1) === 0 ? sum : sum + one),
      0,
    ),
  )
}

const fewRows = 2
const rareWeight = 0.6

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
