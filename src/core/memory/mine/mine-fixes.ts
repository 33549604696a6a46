import type { SessionStep } from '../../sessions/session-steps.ts'
import { failureReason } from './failure-reason.ts'
import { lineWith, wrongCall } from './mine-commands.ts'
import { inShort } from './proposal.ts'

type Ran = Extract<SessionStep, { readonly kind: 'ran' }>
type Edited = Extract<SessionStep, { readonly kind: 'edited' }>

/** What names a failure in the output of a build or a test. */
/** After more edits nobody can say which of them it was. */
const mostEdits = 4

/** Pages that people read: no program fails for what they say, unless it names them. */
const prose = /\.(?:md|mdx|txt|rst|adoc)$/i

/** What stands where code has yet to be written: writing it is work, and mends nothing. */
const placeholder =
  /\bnot (?:yet )?(?:written|implemented|done)\b|not_?implemented|unimplemented|\bto-?do\b/i

interface Failed {
  readonly reason: string
  readonly output: string
  readonly edits: readonly Edited[]
}

/** A command that failed, the edits that followed, and the same command passing. */
export function mineFixes(
  steps: readonly SessionStep[],
  folder: string,
): readonly { readonly text: string; readonly confidence: number; readonly quote: string }[] {
  const failed = new Map<string, Failed>()
  return steps.flatMap((step) => {
    if (step.kind === 'edited') addEdit(failed, step)
    if (step.kind !== 'ran') return []
    const before = failed.get(step.command)
    if (step.isFailure) {
      noteFailure(failed, step)
      return []
    }
    failed.delete(step.command)
    const fix = before && fixOf(before, folder)
    return fix ? [{ ...fix, text: `\`${inShort(step.command, 80)}\` ${fix.text}` }] : []
  })
}

/** Not where the output says nothing, or only that the command was wrong. */
function noteFailure(failed: Map<string, Failed>, { command, output }: Ran): void {
  const reason = failureReason(output)
  if (reason === undefined || lineWith(output, wrongCall) !== undefined) return
  // What was tried and did not help is no part of the fix, but may be part of the way to it.
  failed.set(command, { reason, output, edits: failed.get(command)?.edits ?? [] })
}

function addEdit(failed: Map<string, Failed>, edit: Edited): void {
  for (const [command, before] of failed)
    failed.set(command, { ...before, edits: withEdit(before.edits, edit) })
}

/** An edit that takes an earlier one back leaves neither: lines for looking go in and out again. */
function withEdit(edits: readonly Edited[], edit: Edited): readonly Edited[] {
  const undone = edits.findLast(
    ({ path, before, after }) =>
      path === edit.path && before === edit.after && after === edit.before,
  )
  return undone ? edits.filter((one) => one !== undone) : [...edits, edit]
}

function fixOf({ reason, output, edits }: Failed, folder: string) {
  const last = edits.at(-1)
  if (!last || last.before === '' || last.after === '' || edits.length > mostEdits) return undefined
  if (placeholder.test(last.before)) return undefined
  const paths = [...new Set(edits.map(({ path }) => within(path, folder)))]
  const isNamed = (path: string): boolean => output.includes(path.split('/').at(-1) ?? path)
  if (paths.every((path) => prose.test(path) && !isNamed(path))) return undefined
  const said = within(reason, folder)
  const [old, fresh] = [inShort(last.before), inShort(last.after)]
  const change = old === fresh ? `the spaces in \`${old}\`` : `\`${old}\` became \`${fresh}\``
  return {
    text: `failed with “${inShort(said)}”. It passed after a change to ${paths.join(', ')}: ${change}.`,
    confidence: Math.max(0.4, 0.9 - 0.1 * (edits.length - 1) - 0.1 * (paths.length - 1)),
    quote: said,
  }
}

/** Paths as they are in the project: a memory is read in other clones too. */
function within(text: string, folder: string): string {
  return folder === '' ? text : text.replaceAll(`${folder}/`, '')
}
