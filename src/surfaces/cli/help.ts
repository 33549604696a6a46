import { english, type Say } from '../../core/text/say.ts'
import type { Command, Option } from './command.ts'
import { helpGroups } from './help-groups.ts'
import { globalOptions } from './parse.ts'

/** What a script may rely on. */
export const exitCodes: readonly (readonly [string, string])[] = [
  ['0', 'done'],
  ['1', 'refused or failed; stderr says why, and --json gives a code'],
  ['2', 'the command line is wrong'],
  ['130', 'interrupted'],
]

/** As much of a command as a list of them shows. */
export type Listed = Pick<Command, 'name' | 'summary'>

/** The page for `tamis --help`, by task; commands that share their first word take one line. */
export function overview(commands: readonly Listed[], version: string, say: Say = english): string {
  return [
    `tamis ${version}: ${say('a context engine for AI agents')}`,
    '',
    `${say('Usage:')} tamis ${say('COMMAND [OPTIONS]')}`,
    '',
    ...byTask(commands, say),
    say('Exit codes:'),
    ...columns(exitCodes.map(([code, meaning]) => [code, say(meaning)])),
    '',
    say('`tamis COMMAND --help` explains a command, `tamis GROUP` lists the commands of a group.'),
  ].join('\n')
}

/** The page for a group, such as `tamis memory`. */
export function groupHelp(name: string, commands: readonly Listed[], say: Say = english): string {
  return [
    `${say('Usage:')} tamis ${name} ${say('COMMAND [OPTIONS]')}`,
    '',
    ...columns(commands.map((command) => [command.name, summaryOf(command, say)])),
  ].join('\n')
}

function byTask(commands: readonly Listed[], say: Say): readonly string[] {
  const byWord = Map.groupBy(commands, firstWord)
  const tasks = helpGroups.map(({ title, words }) => ({
    title,
    rows: words.map((word) => overviewRow(word, byWord.get(word) ?? [], say)),
  }))
  const width = widthOf(tasks.flatMap(({ rows }) => rows))
  return tasks.flatMap(({ title, rows }) => [say(title), ...columns(rows, width), ''])
}

function firstWord({ name }: Listed): string {
  return name.split(' ')[0] ?? name
}

function overviewRow(name: string, group: readonly Listed[], say: Say): Row {
  const [only] = group
  if (only && group.length === 1 && only.name === name) return [name, summaryOf(only, say)]
  const own = group.find((command) => command.name === name)
  const rest = group
    .filter((command) => command !== own)
    .map((command) => command.name.slice(name.length + 1))
  return [`${name} …`, own ? `${summaryOf(own, say)}; ${rest.join(', ')}` : rest.join(', ')]
}

/** Some summaries are sentences, because models read them too. */
function summaryOf({ summary }: Listed, say: Say): string {
  return say(summary).replace(/\.$/, '')
}

type Row = readonly [left: string, right: string]

function widthOf(rows: readonly Row[]): number {
  return Math.max(...rows.map(([left]) => left.length))
}

function columns(rows: readonly Row[], width = widthOf(rows)): readonly string[] {
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

/** The page for `tamis COMMAND --help`. */
export function commandHelp(command: Command, say: Say = english): string {
  const { name, summary, operands, operandMeaning, options, examples } = command
  const meaning = operandMeaning ? meaningOf(operandMeaning, say) : ''
  return [
    say(summary),
    '',
    `${say('Usage:')} tamis ${[name, '[OPTIONS]', operands].filter(Boolean).join(' ')}`,
    ...(operands && meaning ? ['', ...columns([[operands, meaning]])] : []),
    ...section(say('Options:'), options, say),
    ...section(say('Everywhere:'), globalOptions, say),
    ...(examples.length > 0
      ? ['', say('Examples:'), ...examples.map((example) => `  ${example}`)]
      : []),
  ].join('\n')
}

function section(
  title: string,
  options: Readonly<Record<string, Option>>,
  say: Say,
): readonly string[] {
  const entries = Object.entries(options).map(
    ([name, option]): Row => [
      `--${name}${option.type === 'string' ? ` ${option.value ?? 'TEXT'}` : ''}`,
      meaningOf(option, say),
    ],
  )
  if (entries.length === 0) return []
  return ['', title, ...columns(entries)]
}

function meaningOf(
  { description, facts = [] }: Pick<Option, 'description' | 'facts'>,
  say: Say,
): string {
  const behind = facts.length > 0 ? `(${facts.map(say).join('; ')})` : ''
  return [say(description), behind].filter(Boolean).join(' ')
}
