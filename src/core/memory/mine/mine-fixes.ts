import type { SessionStep } from '../../sessions/session-steps.ts'
import { lineWith, wrongCall } from './mine-commands.ts'
import { inShort } from './proposal.ts'

type Edited = Extract<SessionStep, { readonly kind: 'edited' }>

/** What names a failure in the output of a build or a test. */
const failure =
  /\b\w*(?:Error|Exception)\b.*\S|\b(?:error|fatal|panic)\b ?[:[ (]\s*\w.*|^\s*(?:✖|✗|×|not ok\b|FAIL\b|FAILED\b).*\S|\bassert\w*.*fail|expected .+ (?:got|to|but)/i

/** After more edits nobody can say which of them it was. */
const mostEdits = 4

/** A command that failed, the edits that followed, and the same command passing. */
export function mineFixes(
  steps: readonly SessionStep[],
  folder: string,
): readonly { readonly text: string; readonly confidence: number; readonly quote: string }[] {
  const failed = new Map<string, { readonly reason: string; readonly edits: Edited[] }>()
  return steps.flatMap((step) => {
    if (step.kind === 'edited') for (const { edits } of failed.values()) edits.push(step)
    if (step.kind !== 'ran') return []
    const before = failed.get(step.command)
    if (step.isFailure) {
      const reason = lineWith(step.output, failure)
      const isWork = lineWith(step.output, wrongCall) === undefined
      // What was tried and did not help is no part of the fix, but may be part of the way to it.
      if (reason !== undefined && isWork)
        failed.set(step.command, { reason, edits: before?.edits ?? [] })
      return []
    }
    failed.delete(step.command)
    if (!before || before.edits.length === 0 || before.edits.length > mostEdits) return []
    const files = new Set(before.edits.map(({ path }) => path))
    const last = before.edits.at(-1)
    if (!last || last.before === '' || last.after === '') return []
    return [
      {
        text: `\`${inShort(step.command, 80)}\` failed with “${inShort(before.reason)}”. It passed after a change to ${[...files].map((path) => within(path, folder)).join(', ')}: \`${inShort(last.before)}\` became \`${inShort(last.after)}\`.`,
        confidence: Math.max(0.4, 0.9 - 0.1 * (before.edits.length - 1) - 0.1 * (files.size - 1)),
        quote: before.reason,
      },
    ]
  })
}

function within(path: string, folder: string): string {
  return folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
}
