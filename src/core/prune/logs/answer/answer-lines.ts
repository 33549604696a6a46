import type { Failure } from '../../records/raise-failures.ts'
import { tellingLines } from '../../records/telling-lines.ts'
import type { TextRecord } from '../../records/text-record.ts'
import { foldedFrames } from '../fold-frames.ts'
import { lineReaderOf, type ReadLog } from '../read-log.ts'
import { shape } from '../scan-log.ts'
import { addContext } from './answer-context.ts'
import { type Evidence, evidenceOf } from './answer-evidence.ts'

/** Lines that say the same as so many before are one fold. */
const mostAlike = 20

/**
 * Flags the lines that answer the goal by what they say themselves: nothing stays only because it
 * stands near. What belongs to an answer follows it by structure.
 */
export function answerLines(log: ReadLog): Uint8Array {
  const { scan, failures, records } = log
  const clear = new Uint8Array(scan.strong.length)
  const evidence = evidenceOf(log)
  flagLines(clear, log, evidence)
  flagFollowing(clear, log)
  if (evidence.isBySigns) for (const failure of failures) flagFailure(clear, log, failure)
  else flagAnswers(clear, log, evidence, records)
  addContext(clear, log, evidence.scores)
  return clear
}

/** Lines outside of records, each by itself. */
function flagLines(clear: Uint8Array, log: ReadLog, { scores, least, isBySigns }: Evidence): void {
  const { scan, failures } = log
  const inRecords = flagRecords(log)
  const alike = new Map<number, number>()
  const isUsual = usualLines(log, scores, least)
  for (let line = 0; line < clear.length; line++) {
    const score = scores[line] ?? 0
    if (score === 0 || score < least || inRecords[line] === 1 || isUsual(line)) continue
    if (failures.length > 0 && isBySigns && !isOwnSign(log, line)) continue
    const template = scan.template[line] ?? 0
    const times = alike.get(template) ?? 0
    alike.set(template, times + 1)
    if (times < mostAlike) clear[line] = 1
  }
}

/** A trace or a report that begins just under an answer is part of it. */
function flagFollowing(clear: Uint8Array, log: ReadLog): void {
  for (const record of log.records)
    if (record.kind === 'failure' && clear[record.first - 1] === 1) flagRecord(clear, log, record)
}

/** Whether a line tells of trouble beside the level that its program gives to lines of a report. */
function isOwnSign(log: ReadLog, line: number): boolean {
  const { strong, flags } = log.scan
  const least = level.test(lineReaderOf(log)(line).slice(0, longestLevel)) ? 2 : 1
  return (strong[line] ?? 0) >= least || ((flags[line] ?? 0) & shape.mark) !== 0
}

const level = /^\[(?:ERROR|error)\]/
const longestLevel = 12

function flagRecords({ records, scan }: ReadLog): Uint8Array {
  const flags = new Uint8Array(scan.strong.length)
  for (const { first, last } of records) flags.fill(1, first, last + 1)
  return flags
}

/** Where another value than the usual one is asked for: whether a line says what most answers say. */
function usualLines(log: ReadLog, scores: Float64Array, least: number): (line: number) => boolean {
  if (!log.goal.asksForOther) return () => false
  const lineOf = lineReaderOf(log)
  const times = new Map<string, number>()
  for (let line = 0; line < scores.length; line++) {
    const text = lineOf(line).trim()
    const score = scores[line] ?? 0
    if (score > 0 && score >= least) times.set(text, (times.get(text) ?? 0) + 1)
  }
  const most = Math.max(0, ...times.values())
  return (line) => (times.get(lineOf(line).trim()) ?? 0) * rareShare > most
}

/** Rare is what comes this many times less often than the usual. */
const rareShare = 5

/** Answers that take more than this are told once each, however often they come. */
const mostRepeated = 4000

/** The records that the words of the goal name: their heads, and the lines that have the words. */
function flagAnswers(
  clear: Uint8Array,
  log: ReadLog,
  { scores, least }: Evidence,
  records: readonly TextRecord[],
): void {
  const named = records.filter(({ first, last }) => {
    for (let line = first; line <= last; line++)
      if ((scores[line] ?? 0) > 0 && (scores[line] ?? 0) >= least) return true
    return false
  })
  const { lines } = log
  const size = named.reduce(
    (sum, { headFirst, headLast }) =>
      sum + (lines.starts[headLast + 1] ?? 0) - (lines.starts[headFirst] ?? 0),
    0,
  )
  const messages = new Set<string>()
  for (const record of named) {
    const message = messageOf(log, record.headFirst)
    if (size > mostRepeated && messages.has(message)) continue
    messages.add(message)
    flagRecord(clear, log, record)
  }
}

/** What a head says, past the place it says it of. */
function messageOf(log: ReadLog, line: number): string {
  return lineReaderOf(log)(line).replace(/^.{0,200}?[:)] ?(?=(?:error|warning)\b)/i, '')
}

function flagFailure(clear: Uint8Array, log: ReadLog, { record, isClear }: Failure): void {
  if (isClear) flagRecord(clear, log, record)
}

/** A longer record is told by its head and what tells most of it. */
const mostLines = 12

/** Of a long one its head and what tells most, of a short one all but the frames of libraries. */
function flagRecord(clear: Uint8Array, log: ReadLog, record: TextRecord): void {
  const { first, last, headFirst, headLast, gist } = record
  const lineOf = lineReaderOf(log)
  if (last - first < mostLines) {
    clear.fill(1, first, last + 1)
    for (const line of foldedFrames(first, last, lineOf)) clear[line] = 0
  } else for (const line of tellingLines(record, lineOf)) clear[line] = 1
  clear.fill(1, headFirst, headLast + 1)
  for (const line of gist) clear[line] = 1
}
