import { closest } from '../../core/text/closest.ts'
import { phrase } from '../../phrase.ts'
import type { CliDeps, Command } from './command.ts'
import { groupHelp } from './help.ts'
import type { Output } from './page/output.ts'
import { showPage } from './page/style.ts'
import { UsageError } from './usage-error.ts'

/** Words that name no command: a greeting, a page of help, or what may have been meant. */
export async function withoutCommand(
  options: readonly string[],
  words: readonly string[],
  deps: CliDeps,
  output: Output,
): Promise<number> {
  const { commands } = await import('./commands.ts')
  const [first] = words
  if (first === undefined) {
    if (options.length > 0)
      throw new UsageError('Name a command', '`tamis --help` lists the commands.')
    const { greet } = await import('./greeting.ts')
    showPage(output, await greet(deps, output.say))
    return 0
  }
  const { group, name, rest } = groupOf(words, commands)
  if (group.length > 0 && rest.length === 0) {
    showPage(output, groupHelp(name, group, output.say))
    return 0
  }
  throw group.length > 0
    ? noCommand(rest[0] ?? '', group, `${name} `, name)
    : noCommand(first, commands, '', '--help')
}

interface Group {
  readonly name: string
  readonly group: readonly Command[]
  /** The words behind its name. */
  readonly rest: readonly string[]
}

/** The commands that the first words stand before, such as `memory veille`; as many words as may be. */
function groupOf(words: readonly string[], commands: readonly Command[]): Group {
  const option = words.findIndex((word) => word.startsWith('-'))
  const named = words.slice(0, option === -1 ? undefined : option)
  for (let length = named.length; length > 0; length--) {
    const name = named.slice(0, length).join(' ')
    const group = commands.filter((command) => command.name.startsWith(`${name} `))
    if (group.length > 0) return { name, group, rest: named.slice(length) }
  }
  return { name: '', group: [], rest: named }
}

/** The words of a group's commands are compared without the group's, which would make any two look alike. */
function noCommand(
  word: string,
  among: readonly Command[],
  prefix: string,
  list: string,
): UsageError {
  const near = closest(
    word,
    among.map(({ name }) => name.slice(prefix.length)),
  )
  const meant = near && prefix + near
  return new UsageError(
    phrase`There is no command ${JSON.stringify(prefix + word)}`,
    meant
      ? phrase`Did you mean \`tamis ${meant}\`?`
      : phrase`\`tamis ${list}\` lists the commands.`,
  )
}
