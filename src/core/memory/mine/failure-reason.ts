import { lineWith } from './mine-commands.ts'

/** An error by its name, as it is thrown; not of an assertion, which the name of its test says better. */
const named =
  /^\s*(?!Assertion)(?:[\w$]+\.)*(?:[A-Z]\w*)?(?:Error|Exception)\b(?: \[\w+\])?: *[^\s(]/
const failure =
  /\b\w*(?:Error|Exception)\b.*\S|\b(?:error|fatal|panic)\b ?[:[ (]\s*\w.*|^\s*(?:✖|✗|×|not ok\b|FAIL\b|FAILED\b).*\S|\bassert\w*.*fail|expected .+ (?:got|to|but)|\*\*\* .*\S/i

/** The line that says why a command failed: the error that was thrown, where there is one. */
export function failureReason(output: string): string | undefined {
  // Python ends with the error that ended it; others begin with it.
  const isTraceback = output.includes('Traceback (most recent call last)')
  const lines = isTraceback ? output.split('\n').reverse().join('\n') : output
  return lineWith(lines, named) ?? lineWith(output, failure)
}
