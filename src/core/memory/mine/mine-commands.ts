import type { SessionStep } from '../../sessions/session-steps.ts'
import { inShort } from './proposal.ts'

/** What a program prints when it was called in the wrong way, as against work that failed. */
export const wrongCall =
  /command not found|missing script|unknown (?:option|command|argument|flag|subcommand|switch)|unrecogni[sz]ed (?:option|argument)|(?:bad|invalid|illegal) option|no such (?:option|command|subcommand)|is not a (?:\w+ )?command|unexpected argument|did you mean/i

type Ran = Extract<SessionStep, { readonly kind: 'ran' }>

/** A command that was called in the wrong way, and the one that was right soon after. */
export function mineCommands(
  steps: readonly SessionStep[],
): readonly { readonly text: string; readonly confidence: number; readonly quote: string }[] {
  return steps.flatMap((step, at) => {
    if (step.kind !== 'ran' || !step.isFailure) return []
    const complaint = lineWith(step.output, wrongCall)
    if (complaint === undefined) return []
    const next = runsBeforeAnEdit(steps.slice(at + 1)).find((other) => isNear(step, other))
    if (!next || lineWith(next.output, wrongCall) !== undefined) return []
    return [
      {
        text: `Use \`${inShort(next.command)}\`, not \`${inShort(step.command)}\`: ${inShort(complaint)}`,
        confidence: next.isFailure ? 0.75 : 0.9,
        quote: `${inShort(step.command)}: ${inShort(complaint)}`,
      },
    ]
  })
}

const lookAhead = 2

function runsBeforeAnEdit(steps: readonly SessionStep[]): readonly Ran[] {
  const end = steps.findIndex(({ kind }) => kind !== 'ran')
  return steps
    .slice(0, end === -1 ? undefined : end)
    .filter((step) => step.kind === 'ran')
    .slice(0, lookAhead)
}

/** The same program with most of its words, or nearly the same letters. */
function isNear(wrong: Ran, right: Ran): boolean {
  if (wrong.command === right.command) return false
  const [a, b] = [wrong.command.split(/\s+/), right.command.split(/\s+/)]
  if (Math.max(a.length, b.length) > mostWords) return false
  const shared = a.filter((word) => b.includes(word)).length
  return a[0] === b[0] && shared / Math.max(a.length, b.length) >= 0.5
}

/** Longer ones are scripts, and no command that anybody would type. */
const mostWords = 12

export function lineWith(text: string, pattern: RegExp): string | undefined {
  return text
    .split('\n')
    .find((line) => pattern.test(line))
    ?.replace(/^(?:npm error|npm ERR!|error:|Output:)\s*/i, '')
    .trim()
}
