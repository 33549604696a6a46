import type { Lines } from '../../text/lines.ts'
import { stripAnsi } from '../form/strip-ansi.ts'
import { type ReportRule, recordAt, titleAbove } from './read-report.ts'
import { eslint, placedDiagnostics, tsc } from './reports/compilers.ts'
import { goPanic, goTest } from './reports/go.ts'
import { frames, surefire, surefireSummary } from './reports/java.ts'
import { jest, nodeSpec, vitest } from './reports/javascript.ts'
import { pytestSummary, pythonTests, traceback } from './reports/python.ts'
import { cargoTest, rustc } from './reports/rust.ts'
import { tap } from './reports/tap.ts'
import type { LineOf, TextRecord } from './text-record.ts'

/** Asked in this order: a test report before the trace inside it. */
const rules: readonly ReportRule[] = [
  tap,
  pythonTests,
  pytestSummary,
  vitest,
  jest,
  nodeSpec,
  surefireSummary,
  surefire,
  goTest,
  goPanic,
  cargoTest,
  rustc,
  tsc,
  eslint,
  placedDiagnostics,
  traceback,
  frames,
]

/** Which lines may open a record, known before any is read. */
export interface Openers {
  readonly mayOpen: (line: number) => boolean
  /** Equal for lines that differ in numbers only. */
  readonly templateOf: (line: number) => number
  /** Where the message starts, past a time stamp. */
  readonly messageStart: Uint32Array
}

/** The reports of compilers and test runners in a log, as records in order, none inside another. */
export function readReports(lines: Lines, openers: Openers): readonly TextRecord[] {
  const lineOf = plainLines(lines, openers.messageStart)
  const records: TextRecord[] = []
  const closed = new Set<number>()
  let before: Opened | undefined
  for (let index = 0; index < lines.count; index++) {
    if (!openers.mayOpen(index) || closed.has(openers.templateOf(index))) continue
    const found = openAt(index, { count: lines.count, lineOf, floor: endOf(before) })
    if (found !== undefined) {
      before = withTitle(found, before, lineOf)
      records.push(before.record)
      index = before.record.last
    } else if (!looksAround(index, lineOf)) closed.add(openers.templateOf(index))
  }
  return withRepeats(records, lineOf)
}

interface Opened {
  readonly rule: ReportRule
  readonly record: TextRecord
}

function endOf(opened: Opened | undefined): number {
  return (opened?.record.last ?? -1) + 1
}

/** Under the title just above it, or under that of the record before. */
function withTitle({ rule, record }: Opened, before: Opened | undefined, lineOf: LineOf): Opened {
  const above = titleAbove(rule, record.headFirst, endOf(before), lineOf)
  const inherited = before?.rule === rule ? before.record.under : -1
  return { rule, record: { ...record, under: above < 0 ? inherited : above } }
}

function openAt(
  index: number,
  place: { count: number; lineOf: LineOf; floor: number },
): Opened | undefined {
  for (const rule of rules) {
    const record = recordAt(rule, index, place)
    if (record !== undefined) return { rule, record }
  }
  return undefined
}

/** Whether what the line opens hangs on its neighbours: then lines like it may open one elsewhere. */
function looksAround(index: number, lineOf: LineOf): boolean {
  return /^\s*at |^[=-]{10}/.test(lineOf(index + 1)) || /^[=-]{10}/.test(lineOf(index - 1))
}

function plainLines(lines: Lines, messageStart: Uint32Array): LineOf {
  const isColoured = lines.text.includes('\u001b')
  return (index) => {
    if (index < 0 || index >= lines.count) return ''
    const start = messageStart[index] ?? 0
    const line = lines.text.slice(start, Math.min(lines.ends[index] ?? 0, start + longestRead))
    return isColoured ? stripAnsi(line) : line
  }
}

/** Reports are made of short lines; of a long one the beginning tells. */
const longestRead = 1000

/** The test that a line of a summary names beside its reason: pytest's and surefire's. */
const summed = [
  /^(?:FAILED|ERROR) \S*?([^:\s]+) - \S/,
  /^\[ERROR\] {2,}(?:[\w$]+\.)*([\w$]+):\d+\S* \S/,
]
/** The test that the head of a long form names. */
const headed = [/^_{3,} (?:.*[ .])?(\S+) _{3,}$/, /^\[ERROR\] (?:[\w$]+\.)*([\w$]+)\b.* <<< /]

/** A failure whose one-line summary gives the reason is told there; its long form may wait. */
function withRepeats(records: readonly TextRecord[], lineOf: LineOf): TextRecord[] {
  const names = new Set(records.map(({ headFirst }) => nameIn(summed, lineOf(headFirst))))
  names.delete(undefined)
  if (names.size === 0) return [...records]
  return records.map((record) => {
    const name = nameIn(headed, lineOf(record.headFirst))
    return name !== undefined && names.has(name) ? { ...record, isRepeat: true } : record
  })
}

function nameIn(patterns: readonly RegExp[], line: string): string | undefined {
  return patterns.map((pattern) => pattern.exec(line)?.[1]).find((name) => name !== undefined)
}
