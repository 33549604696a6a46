/** The output of a command inside what an agent says about it. */
interface ShellReport {
  readonly output: string
  readonly exitCode: number | undefined
  /** The same report around another output. */
  around(output: string): string
}

const opening = /^(?:<untrusted_context>\n)?(?:Command: [^\n]*\n)?(?:Directory: [^\n]*\n)?Output: /
const closing =
  /(?:\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]*)+(?:\n<\/untrusted_context>)?\s*$/
/** More than all its lines together. */
const longestClosing = 2000

/** Gemini CLI and its relatives put a few facts before and after; they stay as they are. */
export function shellReport(text: string): ShellReport {
  const before = opening.exec(text)?.[0] ?? ''
  const end = text.slice(Math.max(before.length, text.length - longestClosing))
  const after = closing.exec(end)?.[0] ?? ''
  if (before === '' || after === '')
    return { output: text, exitCode: undefined, around: (output) => output }
  return {
    output: text.slice(before.length, text.length - after.length),
    exitCode: exitCodeIn(after),
    around: (output) => `${before}${output}${after}`,
  }
}

/** Some name it only where it is not 0. */
function exitCodeIn(facts: string): number | undefined {
  const [, code] = /\nExit Code: ([^\n]*)/.exec(facts) ?? []
  if (code === undefined) return 0
  return /^-?\d+$/.test(code) ? Number(code) : undefined
}
