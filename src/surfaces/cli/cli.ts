import { english } from '../../core/text/say.ts'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Arguments, CliDeps, Command, CommandContext, Composed } from './command.ts'
import { findCommand } from './find-command.ts'
import { commandHelp, type Listed, overview } from './help.ts'
import { sayFor } from './locale/say.ts'
import { createOutput, type Output } from './page/output.ts'
import { showPage, styled } from './page/style.ts'
import { parseArguments, splitGlobalOptions } from './parse.ts'
import { optionsHint, UsageError } from './usage-error.ts'
import { withoutCommand } from './without-command.ts'

/** Runs `tamis` with these words. Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 130 interrupted. */
export async function runCli(words: readonly string[], deps: CliDeps): Promise<number> {
  endQuietlyWithoutReader()
  const say = await sayFor(deps.environment)
  // What stands behind `--` is for another program.
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
  const output = createOutput(own.includes('--json'), own.includes('--quiet'), say)
  try {
    return await runCommand(words, deps, output)
  } catch (error) {
    return report(error, output)
  }
}

async function runCommand(
  words: readonly string[],
  deps: CliDeps,
  output: Output,
): Promise<number> {
  if (['--version', '-V', '-v', 'version'].includes(words[0] ?? '')) {
    output.result(deps.version)
    return 0
  }
  const { before, after } = splitGlobalOptions(helpAsOption(words))
  if (isForHelp(after)) {
    showPage(output, overview(await listedCommands(), deps.version, output.say))
    return 0
  }
  const found = await findCommand(after)
  if (!found) return withoutCommand(before, after, deps, output)
  const { command } = found
  try {
    const args = parseArguments(command, [...before, ...found.rest])
    if (args.isSet('help')) {
      showPage(output, commandHelp(command, output.say))
      return 0
    }
    const [unexpected] = command.operands === undefined ? args.operands : []
    if (unexpected !== undefined)
      throw new UsageError(
        phrase`Unexpected ${JSON.stringify(unexpected)}`,
        command.name === 'config' ? settingsHint : undefined,
      )
    return await runWithEngine(command, args, deps, output)
  } catch (error) {
    throw withHint(error, command)
  }
}

const settingsHint = english(
  'Settings are changed in tamis.toml; `tamis init` writes a commented one.',
)

/** A wrong command line without a hint of its own is shown a right one. */
function withHint(error: unknown, { name, examples }: Command): unknown {
  if (!(error instanceof UsageError) || error.hint !== undefined) return error
  const [example] = examples
  const hint = example === undefined ? optionsHint(name) : phrase`For instance \`${example}\`.`
  return new UsageError(error.said.message, hint)
}

/** `tamis --help`: the list is written beforehand, so that nothing is loaded to print it. */
function isForHelp([first = '']: readonly string[]): boolean {
  return ['--help', '-h', 'help'].includes(first)
}

async function listedCommands(): Promise<readonly Listed[]> {
  const list = await import('./commands.generated.json', { with: { type: 'json' } })
  return list.default
}

/** `tamis help prune` is `tamis prune --help`. */
function helpAsOption(words: readonly string[]): readonly string[] {
  const [first, ...rest] = words
  return first === 'help' && rest.length > 0 ? [...rest, '--help'] : words
}

async function runWithEngine(
  command: Command,
  args: Arguments,
  deps: CliDeps,
  output: Output,
): Promise<number> {
  const importLoading = () => import('../../config/load.ts')
  let loading = command.readsNoConfig === true ? undefined : await importLoading()
  const interrupted = new AbortController()
  const interrupt = (): void => interrupted.abort()
  if (command.forwardsSignals !== true) process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  let composed: Promise<Composed> | undefined
  /** Some commands load the configuration more than once, and say this once. */
  let isTold = false
  const context: CommandContext = {
    deps,
    output,
    signal: interrupted.signal,
    loadConfig: (values = {}) => {
      const home = args.text('home')
      const config = args.text('config')
      const namespace = args.text('namespace')
      const flags = {
        values,
        ...(home ? { home } : {}),
        ...(config ? { config } : {}),
        ...(namespace === undefined ? {} : { namespace }),
      }
      if (loading === undefined) throw new Error(`${command.name} asks for a configuration`)
      const loaded = loading.loadConfig(flags, deps.environment, deps.folder)
      if (loaded.untrusted && !isTold && command.name !== 'trust')
        output.note(phrase`Not reading ${loaded.untrusted}: run \`tamis trust\` there to allow it.`)
      isTold = true
      return loaded
    },
    openEngine: async () => {
      loading ??= await importLoading()
      composed ??= deps.compose(context.loadConfig())
      return (await composed).engine
    },
  }
  try {
    const code = await command.run(context, args)
    return interrupted.signal.aborted && code !== 0 ? 130 : code
  } catch (error) {
    if (error !== interrupted.signal.reason) throw error
    output.note('Interrupted')
    return 130
  } finally {
    process.removeListener('SIGINT', interrupt).removeListener('SIGTERM', interrupt)
    // What could not be opened was reported by the command, and has nothing to close.
    const opened = await composed?.catch(() => undefined)
    await opened?.close()
  }
}

function report(error: unknown, output: Output): number {
  if (!(error instanceof UsageError || error instanceof EngineError)) throw error
  if (output.isJson) output.json({ error: asJson(error) })
  else {
    output.problem(`${styled('red', 'tamis:', process.stderr)} ${output.say(error.said.message)}`)
    if (error.said.hint) output.problem(error.said.hint)
  }
  return error instanceof UsageError ? 2 : 1
}

function asJson(error: UsageError | EngineError): object {
  const { message, hint } = error
  const said = { message, ...(hint ? { hint } : {}) }
  if (error instanceof UsageError) return { code: 'invalid_input', ...said }
  return { code: error.code, ...said, details: error.details }
}

/** `tamis … | head` closes our stdout early; that is no failure. */
function endQuietlyWithoutReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
}
