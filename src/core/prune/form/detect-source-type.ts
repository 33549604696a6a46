import { foldText } from '../../text/fold.ts'
import { splitLines } from '../../text/lines.ts'
import { isStopWord } from '../../text/stop-words.ts'
import { formOfRecords } from '../records/read-whole.ts'
import type { RecordForm } from '../records/whole/record-set.ts'
import type { SourceType } from '../types.ts'
import { stripAnsi } from './strip-ansi.ts'

/**
 * What a text looks like, finer than the contract's three types: a form of records, JSON, the report
 * of a build or of tests, another log, a stack trace, a program, or prose.
 */
export type TextForm =
  | RecordForm
  | 'json'
  | 'settings'
  | 'report'
  | 'logs'
  | 'trace'
  | 'code'
  | 'docs'

interface DetectedSource {
  readonly form: TextForm
  /** How the pruner treats it. */
  readonly sourceType: SourceType
}

const treatment: Readonly<Record<TextForm, SourceType>> = {
  code: 'code',
  logs: 'logs',
  docs: 'docs',
  json: 'code',
  diff: 'code',
  search: 'code',
  trace: 'logs',
  report: 'logs',
  table: 'logs',
  csv: 'logs',
  ndjson: 'logs',
  settings: 'logs',
  history: 'logs',
  listing: 'logs',
}

const sampledLines = 400
const documentPath = /\.(?:md|mdx|markdown|rst|adoc|html?)$/i
const logPath = /\.(?:log|out|err)(?:\.\d+)?$/i

/** Reads the path first, then a sample of the lines; prose when nothing else is certain. */
export function detectSourceType(text: string, path = '', language?: string): DetectedSource {
  const form = formOf(text, path, language)
  return { form, sourceType: treatment[form] }
}

function formOf(text: string, path: string, language?: string): TextForm {
  if (documentPath.test(path)) return 'docs'
  if (logPath.test(path)) return 'logs'
  if (language !== undefined) return 'code'
  const records = formOfRecords(splitLines(text))
  if (records !== undefined) return records
  const lines = sampleLines(text)
  if (isJson(lines)) return 'json'
  if (isSettings(lines)) return 'settings'
  const votes = countVotes(lines)
  return winner(votes, lines.length, isRepetitive(lines))
}

/** A key with its value, or a part of a list; what closes a block counts neither way. */
const field =
  /^\s*(?:[-+~*] )*["']?[\p{L}_%][\p{L}\p{N}_./@%()' -]{0,60}?["']?\s*(?::(?:\s|$)|=(?!=))/u
const item = /^\s*(?:- |#|;|---$|\.\.\.$|\[[^\]]+\]$)/
const closer = /^\s*(?:[\]})]+,?;?|[\da-f]{2}(?::[\da-f]{2})+:?)$/i
/** What programs are written with. */
const statement =
  /;\s*$|=>|\b(?:def|class|function|return|import|const|let|var)\b|^\s*(?:if|for|while)\b|\)\s*[:{]\s*$/
/** A sentence, however much it looks like a key and its value. */
const stamped = /\d\d:\d\d:\d\d|\b(?:INFO|WARN|ERROR|DEBUG)\b/

/** Whether nearly all lines are keys with values: YAML, TOML, what describes an object or a certificate. */
function isSettings(lines: readonly string[]): boolean {
  const told = lines.filter((line) => !closer.test(line))
  if (
    told.length < fewestFields ||
    told.filter((line) => stamped.test(line)).length > told.length / 5
  )
    return false
  const fields = told.filter((line) => field.test(line)).length
  const parts = told.filter((line) => field.test(line) || item.test(line)).length
  const isProgram = told.filter((line) => statement.test(line)).length > told.length / 10
  return !isProgram && fields >= told.length * 0.5 && parts >= told.length * 0.75
}

const fewestFields = 4

/** Whether many lines differ from others in numbers only, as no prose and no program does. */
function isRepetitive(lines: readonly string[]): boolean {
  const times = new Map<string, number>()
  const shapes = lines.map((line) => line.replace(/\S*\d\S*/g, '#').trim())
  for (const one of shapes) if (one.includes('#')) times.set(one, (times.get(one) ?? 0) + 1)
  return shapes.filter((one) => (times.get(one) ?? 0) > 2).length > lines.length * 0.3
}

function sampleLines(text: string): readonly string[] {
  const all = stripAnsi(text.slice(0, 400_000)).split(/\r\n|\r|\n/)
  const filled = all.filter((line) => line.trim() !== '').map((line) => line.slice(0, 400))
  const step = Math.max(1, Math.ceil(filled.length / sampledLines))
  return filled.filter((_, index) => index % step === 0 || index < 40)
}

function isJson(lines: readonly string[]): boolean {
  const first = lines[0]?.trim() ?? ''
  if (!/^[[{]/.test(first)) return false
  const quoted = lines.filter((line) =>
    /^\s*(?:"[^"]*"\s*:|[[\]{}],?\s*$|"|-?\d)/.test(line),
  ).length
  const isMany = lines.length > 3
  if (isMany && quoted < lines.length * 0.5) return false
  return first.length > 1 ? /^[[{]\s*(?:["[{\]}\d-]|$)/.test(first) : quoted / lines.length > 0.6
}

/** The sign of each form on one line; a line may vote for several. */
const signs: Readonly<Record<keyof Votes, RegExp>> = {
  diff: /^(?:diff --git|index [0-9a-f]{7}|--- |\+\+\+ |@@ -\d)|^[+-](?![+-])/,
  search: /^[\w./\\-]+\.\w+[:-]\d+[:-]/,
  trace:
    /^\s+at .+[(:]|^\s*File "[^"]+", line \d+|^Traceback|^Caused by:|^\s+from .+:\d+:in |^goroutine \d+|^[\w.$]+(?:Error|Exception)\b.*:/,
  report:
    /^\s*(?:not )?ok \d|^(?:error|warning)(?:\[|: )|:\d+: (?:fatal )?(?:error|warning)|(?::| -) error TS\d|^[\w./\\-]+:\d+:(?:\d+:)? [A-Z]{1,5}\d{2,5}\b|^\s*[✓✔✖×] |^\s*(?:PASS|FAIL)(?:ED)?\b|^test \S+ \.\.\. |\b(?:PASSED|FAILED)\b|^=== RUN|^\s*--- (?:PASS|FAIL)|BUILD (?:SUCCESS|FAIL)|^npm (?:ERR!|error)|^make(?:\[\d+\])?:|^\s+Compiling |^Tests? (?:run|Files)|^\s+\d+:\d+\s+(?:error|warning)\s|^Ran \d+ tests|^\[(?:INFO|ERROR|WARNING)\] |^\S+\.java:\d+: |^(?:FAIL|ERROR): |^E {3}/,
  logs: /^\s*\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |^\[ *\d+\.\d+\] |^[*<>{}] |^\s*\[?\d\d:\d\d:\d\d|\b(?:INFO|WARN(?:ING)?|ERROR|DEBUG|FATAL|TRACE)\b|^npm (?:ERR!|WARN)|^\s*(?:✓|✗|PASS|FAIL|ok|not ok)\b|^##\[|^\$ |^make(?:\[\d+\])?:/,
  code: /[;{}]\s*$|^\s*(?:import|from|export|def|class|function|const|let|var|return|if|elif|else|for|while|try|except|raise|with|await|async|public|private|package|func|fn|use|#include)\b.*[\w(){};:'",]$|^\s*(?:\/\/|\*|#!|"{3}|@\w)|=>|^\s+[\w.$[\]'"]+(?::\s*[\w.[\]| ]+)?\s*(?:[-+|&*/]?=|\+\+)\s*\S|^\s{4,}\S.*[,({[:]$|^\s+[)\]}]+,?$|^\s+[\w$.]+\(.*\)$/,
  docs: /^#{1,6} |^\s*[-*] (?:\S+ ){3}|^>\s|^\|.*\|$/u,
}

const fewestWords = 6

/** A sentence or a piece of one: words in a row, some of them the small ones that join the others. */
function isProse(line: string): boolean {
  if (/[{}<>|=\\]|\.{3}|\/\w+\//.test(line)) return false
  const words = line.toLowerCase().match(/\p{L}[\p{L}'’-]*/gu) ?? []
  const joining = words.filter((word) => isStopWord(foldText(word))).length
  return words.length >= fewestWords && joining >= words.length / 5
}

type Votes = Readonly<
  Record<'diff' | 'search' | 'trace' | 'report' | 'logs' | 'code' | 'docs', number>
>

function countVotes(lines: readonly string[]): Votes {
  const count = (sign: RegExp) => lines.filter((line) => sign.test(line)).length
  return {
    diff: lines.some((line) => /^(?:diff --git |@@ -\d+)/.test(line)) ? count(signs.diff) : 0,
    search: count(signs.search),
    trace: count(signs.trace),
    report: count(signs.report),
    logs: count(signs.logs),
    code: count(signs.code),
    docs: lines.filter((line) => signs.docs.test(line) || isProse(line)).length,
  }
}

function winner(votes: Votes, total: number, isRepetitive: boolean): TextForm {
  if (votes.diff > total * 0.5) return 'diff'
  if (votes.report > total * 0.5) return 'report'
  if (votes.search > total * 0.6) return 'search'
  if (votes.trace > total * 0.5) return 'trace'
  if (votes.report > total * 0.15 && votes.report * 2 > votes.docs) return 'report'
  if (votes.logs > total * 0.15 && votes.logs >= votes.code * 0.5) return 'logs'
  if (isRepetitive && votes.code < total * 0.3) return 'logs'
  if (votes.code > total * 0.3 && votes.code >= votes.docs) return 'code'
  return votes.docs >= total * 0.25 || total < 3 ? 'docs' : 'logs'
}
