import type { Command, Option } from './command.ts'
import { globalOptions } from './parse.ts'

/** The page for `tamis --help`. */
export function overview(commands: readonly Command[], version: string): string {
  const names = commands.map(({ name }) => name)
  const width = Math.max(...names.map((name) => name.length))
  return [
    `tamis ${version}: a context engine for AI agents`,
    '',
    'Usage: tamis COMMAND [OPTIONS]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Start here:',
    '  npm test 2>&1 | tamis prune --goal "why does it fail"',
    '  tamis up',
    '',
    '`tamis COMMAND --help` explains a command.',
  ].join('\n')
}

/** The page for `tamis COMMAND --help`. */
export function commandHelp(command: Command): string {
  const { name, summary, operands, options, examples } = command
  return [
    summary,
    '',
    `Usage: tamis ${[name, '[OPTIONS]', operands].filter(Boolean).join(' ')}`,
    ...section('Options', options),
    ...section('Everywhere', globalOptions),
    ...(examples.length > 0 ? ['', 'Examples:', ...examples.map((example) => `  ${example}`)] : []),
  ].join('\n')
}

function section(title: string, options: Readonly<Record<string, Option>>): readonly string[] {
  const entries = Object.entries(options).map(([name, option]) => ({
    flag: `--${name}${option.type === 'string' ? ` ${option.value ?? 'TEXT'}` : ''}`,
    description: option.description,
  }))
  if (entries.length === 0) return []
  const width = Math.max(...entries.map(({ flag }) => flag.length))
  return [
    '',
    `${title}:`,
    ...entries.map(({ flag, description }) => `  ${flag.padEnd(width)}  ${description}`),
  ]
}
