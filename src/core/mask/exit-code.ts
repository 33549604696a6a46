const told =
  /(?:\b(?:exit(?:ed)?|return(?:ed)?)[ _-]?(?:with )?(?:code|status)?|"(?:exit_?code|exitCode|returncode|code)")\s*[:=]?\s*(-?\d{1,5})\b/gi

/** The exit code a command's output tells of, wherever it stands; the last one when several do. */
export function exitCode(text: string): number | undefined {
  const last = [...text.matchAll(told)].at(-1)
  return last?.[1] === undefined ? undefined : Number(last[1])
}
