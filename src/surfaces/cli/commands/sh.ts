import type { Command } from '../command.ts'
import { decodeText } from '../input/decode-text.ts'
import { pruneInput } from '../input/prune-input.ts'
import { pruneOptions, wishOf } from '../input/prune-options.ts'
import { liveLine } from '../page/live-line.ts'
import { printPruned } from '../page/print-pruned.ts'
import { runCollected } from '../run-collected.ts'
import { UsageError } from '../usage-error.ts'

/** `tamis sh -- COMMAND`: runs it, and prints what of its output matters, by how it ended. */
export const sh: Command = {
  name: 'sh',
  summary: 'Run a command and print what matters of its output; its exit code is passed on',
  operands: '-- COMMAND [ARGUMENT…]',
  options: {
    ...pruneOptions,
    live: { type: 'boolean', description: 'Show everything on stderr as it comes' },
  },
  examples: [
    'tamis sh -- npm test',
    'tamis sh --goal "which files are missing" -- npx tsc',
    'tamis sh --live --closing-line -- make -k',
  ],
  readsNoConfig: true,
  forwardsSignals: true,
  async run(context, args) {
    const { output, deps } = context
    if (args.operands.length === 0)
      throw new UsageError('Name a command', 'For instance `tamis sh -- npm test`.')
    const progress = liveLine(output)
    const isLive = args.isSet('live')
    const ran = await runCollected(args.operands, { ...deps.environment }, (piece) =>
      isLive ? void process.stderr.write(piece) : progress.show(piece),
    )
    progress.end()
    const { text } = decodeText(ran.output)
    const wish = { ...wishOf(args, deps.environment, text), exit_code: ran.exitCode }
    const result = await pruneInput(context, args, wish)
    const closing = args.isSet('closing-line') ? { text, ...ran } : undefined
    printPruned(output, [{ path: undefined, result, exitCode: ran.exitCode, closing }])
    return ran.exitCode
  },
}
