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
  printAnswer(output, await operation.runForPeople(await openEngine(), input, call, output.say))
  return 0
}

/** Notes go to stderr, the result to stdout as text or JSON. */
export function printAnswer(output: Output, { notes, output: value, text }: Answer): void {
  for (const note of notes) output.problem(note)
  if (output.isJson) output.json(value)
  else output.result(text)
}
