import type { Answer, Operation } from '../../operations/operation.ts'
import type { Command, CommandContext } from './command.ts'
import type { Output } from './page/output.ts'
import { asUsageError } from './usage-error.ts'

/** Runs an operation for the person at the terminal, with input from a command of its own; resolves to the exit code. */
export async function runOperation(
  { openEngine, output, signal }: CommandContext,
  command: Command,
  operation: Operation,
  input: unknown,
): Promise<number> {
  const call = { source: 'cli', caller: undefined, signal }
  const engine = await openEngine()
  try {
    return printAnswer(output, await operation.runForPeople(engine, input, call, output.say))
  } catch (error) {
    throw asUsageError(error, command.name, (field) => {
      const name = field.replaceAll('_', '-')
      return Object.hasOwn(command.options, name) ? `--${name}` : undefined
    })
  }
}

/** Notes go to stderr, the result to stdout as text or JSON; gives the exit code. */
export function printAnswer(output: Output, answer: Answer): number {
  const { notes, output: value, text, isFailure } = answer
  for (const note of notes) output.problem(note)
  if (output.isJson) output.json(value)
  else output.result(text)
  return isFailure ? 1 : 0
}
