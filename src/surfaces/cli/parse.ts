import { parseArgs } from 'node:util'
import { closest } from '../../core/text/closest.ts'
import { phrase } from '../../phrase.ts'
import type { Arguments, Command, Option } from './command.ts'
import { UsageError } from './usage-error.ts'

/** Options that every command takes. */
export const globalOptions: Readonly<Record<string, Option>> = {
  home: { type: 'string', value: 'DIR', description: 'Data folder (default ~/.tamis)' },
  config: { type: 'string', value: 'FILE', description: 'Configuration file' },
  namespace: {
    type: 'string',
    value: 'NAME',
    description: 'Whose data to work on (default: default)',
  },
  json: { type: 'boolean', description: 'Print the result as JSON' },
  quiet: { type: 'boolean', description: 'Only results and errors' },
  help: { type: 'boolean', description: 'Show this help' },
}

/** `tamis --home DIR status` is `tamis status --home DIR`: the options that stand before the command. */
export function splitGlobalOptions(words: readonly string[]): {
  readonly before: readonly string[]
  readonly after: readonly string[]
} {
  let at = 0
  for (let word = words[at]; word?.startsWith('--'); word = words[at]) {
    const [name = ''] = word.slice(2).split('=')
    const option = Object.hasOwn(globalOptions, name) ? globalOptions[name] : undefined
    if (!option || name === 'help') break
    at += option.type === 'string' && !word.includes('=') ? 2 : 1
  }
  return { before: words.slice(0, at), after: words.slice(at) }
}

/** The words of the command line as a command's arguments. */
export function parseArguments(command: Command, words: readonly string[]): Arguments {
  const options = { ...command.options, ...globalOptions }
  const { values, positionals } = parse(command, options, words)
  const text = (name: string): string | undefined => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    operands: positionals,
    text,
    texts: (name) => {
      const value = values[name]
      return Array.isArray(value) ? value.map(String) : []
    },
    // `--no-ignore` reaches us as `ignore: false`, also where the option is named so.
    isSet: (name) =>
      name.startsWith('no-')
        ? values[name.slice(3)] === false
        : values[name] !== undefined && values[name] !== false,
    isNegated: (name) => values[name] === false,
    number: (name) => {
      const value = text(name)
      if (value === undefined) return undefined
      const number = Number(value)
      if (value.trim() !== '' && Number.isFinite(number)) return number
      throw new UsageError(phrase`--${name} takes a number, not ${JSON.stringify(value)}`)
    },
  }
}

function parse(
  command: Command,
  options: Readonly<Record<string, Option>>,
  words: readonly string[],
): ReturnType<typeof parseArgs> {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, isMultiple = false }]) => [
      name,
      { type, multiple: isMultiple, ...(name.length === 1 ? { short: name } : {}) },
    ]),
  )
  try {
    return parseArgs({
      args: [...words],
      options: { ...config, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      allowNegative: true,
    })
  } catch (error) {
    throw toUsageError(error, command, Object.keys(options))
  }
}

function toUsageError(error: unknown, command: Command, names: readonly string[]): UsageError {
  if (!(error instanceof TypeError)) throw error
  const unknown = error.message.match(/Unknown option '(--?[^']+)'/)?.[1]
  if (unknown === undefined) return valueError(error.message)
  const near = closest(unknown.replace(/^-+/, ''), names)
  return new UsageError(
    phrase`Unknown option ${unknown}`,
    near
      ? phrase`Did you mean --${near}?`
      : phrase`\`tamis ${command.name} --help\` lists the options.`,
  )
}

/** The parser says whether a value is absent, unwelcome, or so like an option that it may be one. */
function valueError(message: string): UsageError {
  const option = message.match(/(--[^\s',<]+)/)?.[1] ?? ''
  if (message.includes('does not take an argument'))
    return new UsageError(phrase`${option} takes no value`)
  return message.includes('ambiguous')
    ? new UsageError(
        phrase`${option} needs a value`,
        phrase`Write ${option}=VALUE where the value begins with a dash.`,
      )
    : new UsageError(phrase`${option} needs a value`)
}
