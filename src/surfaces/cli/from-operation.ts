import type { Answer, CommandFacts, Operation } from '../../operations/operation.ts'
import { jsonSchemaOf } from '../../operations/tools.ts'
import { phrase } from '../../phrase.ts'
import type { Arguments, Command, CommandContext } from './command.ts'
import { askDaemon } from './daemon/ask-daemon.ts'
import { readInput, readTextFile } from './input/read-text-file.ts'
import { choicesOf, type Field, toOption } from './option-of-field.ts'
import type { Output } from './page/output.ts'
import { printAnswer } from './run-operation.ts'
import { asUsageError, UsageError } from './usage-error.ts'

/** The command an operation asks for; its options are the fields of its input. */
export function commandOf(operation: Operation, facts: CommandFacts): Command {
  return {
    name: facts.name,
    summary: operation.summary,
    ...(facts.positional === undefined ? {} : { operands: facts.positional.toUpperCase() }),
    get options() {
      const { properties = {}, required = [] } = schemaOf(operation)
      const flags = Object.entries(properties).filter(([name]) => name !== facts.positional)
      return Object.fromEntries(
        flags.map(([name, field]) => [
          toFlag(name),
          {
            ...toOption(
              { description: facts.help?.[name] ?? '', ...field },
              required.includes(name),
            ),
            ...(facts.files?.includes(name) ? { value: 'FILE' } : {}),
          },
        ]),
      )
    },
    get operandMeaning() {
      const { properties = {}, required = [] } = schemaOf(operation)
      const { positional = '' } = facts
      const field = { description: facts.help?.[positional] ?? '', ...properties[positional] }
      return toOption(field, required.includes(positional))
    },
    get operandChoices() {
      const { properties = {} } = schemaOf(operation)
      return choicesOf(properties[facts.positional ?? ''] ?? {})
    },
    examples: facts.examples,
    async run(context, args) {
      const { openEngine, output, signal } = context
      const { properties = {} } = schemaOf(operation)
      const written = toInput(properties, facts.positional, args)
      const input = await withFiles(written, facts.files ?? [], signal)
      const ask = async (): Promise<Answer> =>
        (await answerOfDaemon(context, operation, facts, input)) ??
        operation.runForPeople(
          await openEngine(),
          input,
          {
            source: 'cli',
            caller: undefined,
            signal,
            onProgress: ({ message }) => output.note(message),
            ...(isWatched(output) ? { onText: (text) => process.stderr.write(text) } : {}),
          },
          output.say,
        )
      try {
        return printAnswer(output, await answerAnyway(facts, ask))
      } catch (error) {
        throw asUsageError(error, facts.name, (field) =>
          field === facts.positional ? field.toUpperCase() : `--${toFlag(field)}`,
        )
      }
    },
  }
}

/** Where a daemon runs, what it says of itself is the truth: its servers run there. */
async function answerOfDaemon(
  { loadConfig, deps, output }: CommandContext,
  operation: Operation,
  { asksDaemon }: CommandFacts,
  input: object,
): Promise<Answer | undefined> {
  if (!asksDaemon) return undefined
  const { home, namespace, config } = loadConfig()
  if (namespace !== undefined) return undefined
  const answer = await askDaemon(home, deps.version, operation.name, input, {
    token: config.server.token,
    waitMs: longestAnswerMs,
  })
  return answer === undefined ? undefined : operation.toAnswer(answer, output.say)
}

/** A daemon that asks all its servers anew takes its time. */
const longestAnswerMs = 120_000

interface InputSchema {
  readonly properties?: Readonly<Record<string, Field>>
  readonly required?: readonly string[]
}

/** Made when a command is shown or run: to make it for all of them takes longer than most commands. */
function schemaOf({ input }: Operation): InputSchema {
  return jsonSchemaOf(input)
}

async function answerAnyway(
  { whenFailed }: CommandFacts,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  if (whenFailed === undefined) return ask()
  try {
    return await ask()
  } catch (error) {
    return whenFailed(error instanceof Error ? error.message : String(error))
  }
}

/** A draft is shown where a person sees it; the checked result follows on stdout. */
function isWatched({ isJson, isQuiet }: Output): boolean {
  return process.stderr.isTTY === true && !isJson && !isQuiet
}

function toInput(
  properties: Readonly<Record<string, Field>>,
  positional: string | undefined,
  args: Arguments,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(properties)) {
    const value =
      name === positional ? fromOperands(field, args) : fromFlag(toFlag(name), field, args)
    if (value !== undefined) input[name] = value
  }
  return input
}

async function withFiles(
  input: Record<string, unknown>,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const read = { ...input }
  for (const name of fields) {
    const path = input[name]
    if (typeof path !== 'string') continue
    read[name] = path === '-' ? (await readInput(signal)).text : readTextFile(path)
  }
  return read
}

function fromOperands(field: Field, { operands }: Arguments): unknown {
  if (operands.length === 0) return undefined
  return field.type === 'array' ? operands : operands.join(' ')
}

function fromFlag(flag: string, field: Field, args: Arguments): unknown {
  if (!args.isSet(flag)) return undefined
  switch (field.type) {
    case 'boolean':
      return args.isSet(flag)
    case 'integer':
    case 'number':
      return args.number(flag)
    case 'array':
      return args.texts(flag)
    case 'object':
      return parseJson(flag, args.text(flag) ?? '')
    default:
      return args.text(flag)
  }
}

function parseJson(flag: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(phrase`--${flag} takes a JSON object`)
  }
}

function toFlag(field: string): string {
  return field.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
