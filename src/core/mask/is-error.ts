import type { ResultEntry } from './conversation.ts'
import { contentText } from './formats/content.ts'

/** A line that only a failing tool writes. Anchored, so that prose and code about errors do not count. */
const failureLine = new RegExp(
  [
    String.raw`^(?:[\w.]*(?:Error|Exception)|error|fatal|fatal error|panic|ERROR|FATAL|FAILED|Erreur)(?:\[\w+\])?: ?\S`,
    String.raw`^Traceback \(most recent call last\)`,
    '^<(?:tool_use_)?error>',
    String.raw`\bexit(?:ed with)?[ _-]?(?:code|status)"?[ :=]+(?!0\b)-?\d`,
    '^(?:Command|Tool|Request) (?:failed|timed out)',
    ': command not found$|: No such file or directory$|^Permission denied',
    '"(?:is_?error|isError)" ?: ?true|"(?:success|ok)" ?: ?false',
    String.raw`^ ?\{\s*"errors?" ?:(?!\s*(?:null|false|\[\]|\{\}|""))`,
    '"status" ?: ?"(?:error|failed|failure)"',
  ].join('|'),
  'm',
)

/** Every text the pattern finds holds one of these; looking for them first is ten times as fast. */
const traces = [
  'rror',
  'ERROR',
  'FATAL',
  'xception',
  'atal',
  'panic',
  'FAILED',
  'Erreur',
  'Traceback',
  'exit',
  'failed',
  'timed out',
  'not found',
  'No such file',
  'ermission denied',
  '"success"',
  '"ok"',
  'failure',
]

/** Whether a result reports a failure: by the format's flag, or by what stands anywhere in its text. */
export function isError(result: Pick<ResultEntry, 'content' | 'isFlaggedError'>): boolean {
  if (result.isFlaggedError) return true
  const text = contentText(result.content)
  return traces.some((trace) => text.includes(trace)) && failureLine.test(text)
}
