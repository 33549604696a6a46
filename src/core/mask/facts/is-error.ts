import { contentText } from '../../wire/content.ts'
import type { ResultEntry } from '../../wire/conversation.ts'

/** A line that only a failing tool writes. Anchored, so that prose and code about errors do not count. */
const failureLine = new RegExp(
  [
    String.raw`^(?:[\w.]*(?:Error|Exception)|error|fatal|fatal error|panic|ERROR|FATAL|FAILED|Erreur)(?:\[\w+\])?: ?(?!\(none\)\s*$)\S`,
    String.raw`^Traceback \(most recent call last\)`,
    '^<(?:tool_use_)?error>',
    String.raw`^[\w [(<]{0,40}\b[Ee]xit(?:ed with)?[ _-]?(?:code|status)[ :=>]+(?!0\b)-?\d+\b\W*$`,
    '^(?:Command|Tool|Request) (?:failed|timed out)',
    ': command not found$|: No such file or directory$|^Permission denied',
  ].join('|'),
  'm',
)

/** Fields with which a JSON answer says that it is a failure. */
const failureField = new RegExp(
  [
    '"(?:is_?error|isError)" ?: ?true|"(?:success|ok)" ?: ?false',
    '"status" ?: ?"(?:error|failed|failure)"',
    String.raw`"exit_?[cC]ode" ?: ?(?!0\b)-?\d`,
    String.raw`^\s*\{\s*"errors?" ?:(?!\s*(?:null|false|\[\]|\{\}|""))`,
  ].join('|'),
)

/** Every text the patterns find holds one of these; looking for them first is ten times as fast. */
const trace =
  /rror|ERROR|F(?:ATAL|AILED)|xception|atal|panic|Erreur|Traceback|[eE]xit|fail(?:ed|ure)|timed out|not found|No such file|ermission denied|"(?:success|ok)"/

/** Whether a result reports a failure: by the format's flag, or by what stands anywhere in its text. */
export function isError(result: Pick<ResultEntry, 'content' | 'isFlaggedError'>): boolean {
  if (result.isFlaggedError) return true
  const text = contentText(result.content)
  if (!trace.test(text)) return false
  // The same field in the source of a program says nothing about the tool that read it.
  return failureLine.test(text) || (/^\s*[[{]/.test(text) && failureField.test(text))
}
