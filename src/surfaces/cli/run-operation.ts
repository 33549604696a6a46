import type { Answer, Operation } from '../../operations/operation.ts'
import type { CommandContext } from './command.ts'
import type { Output } from './output.ts'

/** Runs an operation for the person at the terminal; resolves to the exit code. */
export async function runOperation(
  { openEngine, output, signal }: CommandContext,
  operation: Operation,
  input: unknown,
): Promise<number> {
  const call = { source: 'cli', caller: undefined, signal }
  return printAnswer(
    output,
    await operation.runForPeople(await openEngine(), input, call, output.say),
  )
}

/** Notes go to stderr, the result to stdout as text or JSON; gives the exit code. */
export function printAnswer(output: Output, answer: Answer): number {
  const { notes, output: value, text, isFailure } = answer
  for (const note of notes) output.problem(note)
  if (output.isJson) output.json(value)
  else output.result(text)
  return isFailure ? 1 : 0
}
