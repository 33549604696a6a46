import { stripAnsi } from './strip-ansi.ts'
import type { SourceType } from './types.ts'

/** What a text looks like, finer than the contract's three types. */
export type TextForm = 'code' | 'logs' | 'docs' | 'json' | 'diff' | 'grep' | 'trace'

export interface DetectedSource {
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
  grep: 'code',
  trace: 'logs',
}

const sampledLines = 400
const documentPath = /\.(?:md|mdx|markdown|rst|adoc|txt|html?)$/i
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
  const lines = sampleLines(text)
  if (isJson(lines)) return 'json'
  const votes = countVotes(lines)
  return winner(votes, lines.length)
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
  return first.length > 1 ? /^[[{]\s*(?:["[{\]}\d-]|$)/.test(first) : quoted / lines.length > 0.6
}

/** The sign of each form on one line; a line may vote for several. */
const signs: Readonly<Record<Exclude<TextForm, 'json'>, RegExp>> = {
  diff: /^(?:diff --git|index [0-9a-f]{7}|--- |\+\+\+ |@@ -\d)|^[+-](?![+-])/,
  grep: /^[\w./\\-]+\.\w+[:-]\d+[:-]/,
  trace:
    /^\s+at .+[(:]|^\s*File "[^"]+", line \d+|^Traceback|^Caused by:|^\s+from .+:\d+:in |^goroutine \d+|^[\w.$]+(?:Error|Exception)\b.*:/,
  logs: /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\s*\[?\d\d:\d\d:\d\d|\b(?:INFO|WARN(?:ING)?|ERROR|DEBUG|FATAL|TRACE)\b|^npm (?:ERR!|WARN)|^\s*(?:✓|✗|PASS|FAIL|ok|not ok)\b|^##\[|^\$ |^make(?:\[\d+\])?:/,
  code: /[;{}]\s*$|^\s*(?:import|from|export|def|class|function|const|let|var|return|if|for|while|public|private|package|func|fn|use|#include)\b.*[\w(){};:'"]$|^\s*(?:\/\/|\*|#!)|=>|^\s*@\w+/,
  docs: /^#{1,6} |^\s*[-*] \S+ \S+|^\p{Lu}[^{};=<>]{40,}[.:?!]?$|^>\s|^\|.*\|$|[.?!]["')]?$/u,
}

type Votes = Readonly<Record<Exclude<TextForm, 'json'>, number>>

function countVotes(lines: readonly string[]): Votes {
  const count = (sign: RegExp) => lines.filter((line) => sign.test(line)).length
  return {
    diff: lines.some((line) => /^(?:diff --git |@@ -\d+)/.test(line)) ? count(signs.diff) : 0,
    grep: count(signs.grep),
    trace: count(signs.trace),
    logs: count(signs.logs),
    code: count(signs.code),
    docs: count(signs.docs),
  }
}

function winner(votes: Votes, total: number): TextForm {
  if (votes.diff > 2) return 'diff'
  if (votes.grep > total * 0.6) return 'grep'
  if (votes.trace > total * 0.5) return 'trace'
  if (votes.logs > total * 0.15 && votes.logs >= votes.code * 0.5) return 'logs'
  if (votes.code > total * 0.25 && votes.code >= votes.docs) return 'code'
  return votes.docs >= total * 0.2 || total < 3 ? 'docs' : 'logs'
}
