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
    const savedTokens = total ? total.tokens.before - total.tokens.after : 0
    if (context.output.isJson) {
      context.output.json({ home, daemon: daemon ?? null, usage, saved_tokens: savedTokens })
      return 0
    }
    context.output.result(
      [
        daemon
          ? `Daemon   ${daemon.url} (process ${daemon.pid})`
          : 'Daemon   not running; `tamis up` starts it',
        `Home     ${home}`,
        `Store    ${usage.ids} originals, ${Math.ceil(usage.bytes / 1024)} KiB`,
        `Saved    ${savedTokens} tokens; \`tamis ledger\` has the details`,
      ].join('\n'),
    )
    return 0
  },
}
