import type { ResultEntry } from '../../wire/conversation.ts'

/** Where a harness says how a command ended: before its output or after it. */
const edge = 300

/** `<returncode>0</returncode>`, `Command exited with code 1`, `Exit Code: 0`, `"exit_code": 2`. */
const told =
  /(?:^\W{0,3}(?:(?:command|process)\s+)?(?:exit(?:ed)?|return(?:ed)?)[ _-]?(?:with )?(?:code|status)|"(?:exit_?code|returncode)")\W{1,3}(-?\d{1,5})\b/im

/** How a program ended, where its result says so: 0 is well. A flagged error failed, whatever its text says. */
export function outcomeOf(
  { isFlaggedError }: Pick<ResultEntry, 'isFlaggedError'>,
  text: string,
): number | undefined {
  const found = told.exec(text.slice(0, edge)) ?? told.exec(text.slice(-edge))
  const code = found?.[1] === undefined ? undefined : Number(found[1])
  return isFlaggedError ? code || 1 : code
}
