import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Arguments, Command, CommandContext } from '../command.ts'
import { pruneInput } from '../input/prune-input.ts'
import { pruneOptions, wishOf } from '../input/prune-options.ts'
import type { ReadText } from '../input/read-for-pruning.ts'
import { readReadable } from '../input/read-text-file.ts'
import { type Pruned, printPruned } from '../page/print-pruned.ts'
import { UsageError } from '../usage-error.ts'

/** `tamis prune`: files or stdin in, the lines that matter out. */
export const prune: Command = {
  name: 'prune',
  summary: 'Keep the lines that matter for a goal; what is left out stays recoverable',
  operands: '[FILE…]',
  options: {
    ...pruneOptions,
    'exit-code': {
      type: 'string',
      value: 'N',
      description:
        'How the program ended that printed the text: 0 goes short, others keep failures',
    },
    path: {
      type: 'string',
      value: 'PATH',
      description: 'Where stdin came from, to detect its language',
    },
  },
  examples: [
    'npm test 2>&1 | tamis prune',
    'npm test 2>&1 | tamis prune --goal "why does it fail"',
    'tamis prune src/server.ts --goal "where are sessions closed" --keep 0.3 --annotate',
    'tamis prune build.log --goal "first error" --budget-tokens 2000 --json',
  ],
  readsNoConfig: true,
  async run(context, args) {
    const paths = args.operands
    if (paths.length > 0) {
      const results: Pruned[] = []
      for (const path of paths) results.push(await pruneOne(context, args, path))
      return printPruned(context.output, results)
    }
    if (process.stdin.isTTY)
      throw new UsageError('Nothing to prune', 'Name a FILE, or pipe a text in.')
    const piped = await pruneOne(context, args, undefined)
    if ('problem' in piped) throw piped.problem
    return printPruned(context.output, [piped])
  },
}

/** A file, or what is piped in; one that cannot be read does not keep the others from it. */
async function pruneOne(
  context: CommandContext,
  args: Arguments,
  path: string | undefined,
): Promise<Pruned> {
  const { deps, signal } = context
  let read: ReadText
  try {
    read = await readReadable(path, deps.readDocument, signal, args.text('path'))
  } catch (error) {
    if (error instanceof EngineError) return { path, problem: error }
    throw error
  }
  sayHowItWasRead(context, path, read)
  const { text, document } = read
  const exitCode = args.number('exit-code')
  const origin = document === undefined ? (path ?? args.text('path')) : undefined
  const wish = {
    ...wishOf(args, deps.environment, text),
    ...(origin === undefined ? {} : { path: origin }),
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
    ...(document === undefined ? {} : { source_type: args.text('source-type') ?? 'docs' }),
  }
  const result = await pruneInput(context, args, wish)
  const closing = args.isSet('closing-line') ? { text } : undefined
  return { path: path ?? args.text('path'), result, exitCode, closing }
}

function sayHowItWasRead(
  { output }: CommandContext,
  path: string | undefined,
  { encoding, document }: ReadText,
): void {
  const name = path ?? 'The text'
  if (encoding) output.note(phrase`${name} is not UTF-8 and was read as ${encoding}.`)
  if (document) output.note(phrase`${name} was read as ${document}.`)
}
