import type { Command, Option } from './command.ts'
import { globalOptions } from './parse.ts'

/** The page for `tamis --help`: groups of commands take one line each. */
export function overview(commands: readonly Command[], version: string): string {
  return [
    `tamis ${version}: a context engine for AI agents`,
    '',
    'Usage: tamis COMMAND [OPTIONS]',
    '',
    ...columns(
      [...Map.groupBy(commands, firstWord)].map(([name, group]) => overviewRow(name, group)),
    ),
    '',
    'Start here:',
    '  npm test 2>&1 | tamis prune --goal "why does it fail"',
    '  tamis up',
    '',
    '`tamis COMMAND --help` explains a command, `tamis GROUP` lists the commands of a group.',
  ].join('\n')
}

/** The page for a group, such as `tamis memory`. */
export function groupHelp(name: string, commands: readonly Command[]): string {
  return [
    `Usage: tamis ${name} COMMAND [OPTIONS]`,
    '',
    ...columns(commands.map((command) => [command.name, command.summary])),
  ].join('\n')
}

function firstWord({ name }: Command): string {
  return name.split(' ')[0] ?? name
}

function overviewRow(name: string, group: readonly Command[]): readonly [string, string] {
  const [only] = group
  if (only && group.length === 1 && only.name === name) return [name, only.summary]
  const own = group.find((command) => command.name === name)
  const rest = group
    .filter((command) => command !== own)
    .map((command) => command.name.slice(name.length + 1))
  return [`${name} …`, own ? `${own.summary}; ${rest.join(', ')}` : rest.join(', ')]
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
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
  const entries = Object.entries(options).map(([name, option]): readonly [string, string] => [
    `--${name}${option.type === 'string' ? ` ${option.value ?? 'TEXT'}` : ''}`,
    option.description,
  ])
  if (entries.length === 0) return []
  return ['', `${title}:`, ...columns(entries)]
}
