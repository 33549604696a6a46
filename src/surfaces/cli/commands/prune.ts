import { EngineError } from '../../../errors.ts'
import { withoutUndefined } from '../../../operations/without-undefined.ts'
import type { Arguments, Command, CommandContext } from '../command.ts'
import type { DecodedText } from '../decode-text.ts'
import { localeOf } from '../locale/say.ts'
import { type Pruned, printPruned } from '../print-pruned.ts'
import { pruneInput } from '../prune-input.ts'
import { readDecoded, readInput } from '../read-text-file.ts'
import { UsageError } from '../usage-error.ts'

interface Source extends DecodedText {
  /** Undefined for standard input. */
  readonly path: string | undefined
}

/** `tamis prune`: files or stdin in, the lines that matter out. */
export const prune: Command = {
  name: 'prune',
  summary: 'Keep the lines that matter for a goal; what is left out stays recoverable',
  operands: '[FILE…]',
  options: {
    goal: { type: 'string', description: 'What you want to find out (required)' },
    keep: {
      type: 'string',
      value: 'RATIO',
      description: 'Share of the text to keep, 0 to 1 (default 0.2)',
    },
    'budget-tokens': { type: 'string', value: 'N', description: 'Keep at most this many tokens' },
    'max-prune-ratio': {
      type: 'string',
      value: 'RATIO',
      description: 'Never drop more than this share of the lines',
    },
    'min-keep-lines': {
      type: 'string',
      value: 'N',
      description: 'Never keep fewer lines than this',
    },
    'source-type': {
      type: 'string',
      value: 'TYPE',
      description: 'code, logs or docs (default: detected)',
    },
    path: {
      type: 'string',
      value: 'PATH',
      description: 'Where stdin came from, to detect its language',
    },
    annotate: { type: 'boolean', description: 'Number the kept lines as in the original' },
    markers: {
      type: 'boolean',
      description: 'Mark what was left out (default; --no-markers turns it off)',
    },
    explain: { type: 'boolean', description: 'Say on stderr why each block was kept' },
    'count-tokens': {
      type: 'boolean',
      description: 'Count tokens instead of estimating them, which takes longer to start',
    },
    'strip-ansi': { type: 'boolean', description: 'Drop terminal colours' },
    'timeout-ms': {
      type: 'string',
      value: 'N',
      description: 'Pass the text unchanged after this long',
    },
  },
  examples: [
    'npm test 2>&1 | tamis prune --goal "why does it fail"',
    'tamis prune src/server.ts --goal "where are sessions closed" --keep 0.3 --annotate',
    'tamis prune build.log --goal "first error" --budget-tokens 2000 --json',
  ],
  readsNoConfig: true,
  async run(context, args) {
    if (!args.text('goal'))
      throw new UsageError('--goal is missing', 'Say what you want to find out: --goal "…"')
    const paths = args.operands
    if (paths.length === 0) {
      if (process.stdin.isTTY)
        throw new UsageError('Nothing to prune', 'Name a FILE, or pipe a text in.')
      const path = args.text('path')
      return printPruned(context.output, [
        await pruneOne(context, args, {
          path,
          ...(await readInput(context.signal)),
        }),
      ])
    }
    const results: Pruned[] = []
    for (const path of paths) {
      const source = readSource(path)
      results.push(
        source instanceof EngineError
          ? { path, problem: source }
          : await pruneOne(context, args, source),
      )
    }
    return printPruned(context.output, results)
  },
}

function readSource(path: string): Source | EngineError {
  try {
    return { path, ...readDecoded(path) }
  } catch (error) {
    if (error instanceof EngineError) return error
    throw error
  }
}

async function pruneOne(
  context: CommandContext,
  args: Arguments,
  { path, text, encoding }: Source,
): Promise<Pruned> {
  if (encoding)
    context.output.note(`${path ?? 'The text'} is not UTF-8 and was read as ${encoding}.`)
  const flags = {
    path,
    locale: localeOf(context.deps.environment),
    keep_ratio: args.number('keep'),
    budget_tokens: args.number('budget-tokens'),
    max_prune_ratio: args.number('max-prune-ratio'),
    min_keep_lines: args.number('min-keep-lines'),
    source_type: args.text('source-type'),
    timeout_ms: args.number('timeout-ms'),
    annotate_lines: args.isSet('annotate') || undefined,
    include_markers: args.isNegated('markers') ? false : undefined,
    explain: args.isSet('explain') || undefined,
    strip_ansi: args.isSet('strip-ansi') || undefined,
    estimate_tokens: args.isSet('count-tokens') ? undefined : true,
  }
  const wish = { text, goal: args.text('goal') ?? '', ...withoutUndefined(flags) }
  return { path, result: await pruneInput(context, args, wish) }
}
