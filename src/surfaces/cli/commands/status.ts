import { counted } from '../../../core/text/say.ts'
import type { Command } from '../command.ts'
import { readDaemonFile } from '../daemon-file.ts'

/** `tamis status`: is a daemon running, where, and what has been saved. */
export const status: Command = {
  name: 'status',
  summary: 'Show whether the daemon runs, what the store holds and what was saved',
  options: {},
  examples: ['tamis status', 'tamis status --json'],
  async run(context) {
    const { home } = context.loadConfig()
    const lock = await context.deps.lockHome(home)
    lock?.release()
    const daemon = lock ? undefined : readDaemonFile(home)
    const engine = await context.openEngine()
    const [total] = await engine.ledger.sum({}, 'all')
    const usage = await engine.usage()
    const { say } = context.output
    const savedTokens = total ? total.tokens.before - total.tokens.after : 0
    if (context.output.isJson) {
      context.output.json({ home, daemon: daemon ?? null, usage, saved_tokens: savedTokens })
      return 0
    }
    const kibibytes = Math.ceil(usage.bytes / 1024)
    context.output.result(
      [
        daemon
          ? say(`Daemon   ${daemon.url} (process ${daemon.pid})`)
          : say('Daemon   not running; `tamis up` starts it'),
        say(`Home     ${home}`),
        counted(
          usage.ids,
          `Store    {} original, ${kibibytes} KiB`,
          `Store    {} originals, ${kibibytes} KiB`,
          say,
        ),
        counted(
          savedTokens,
          'Saved    {} token; `tamis ledger` has the details',
          'Saved    {} tokens; `tamis ledger` has the details',
          say,
        ),
      ].join('\n'),
    )
    return 0
  },
}
