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
    context.output.result(
      [
        daemon
          ? say(`Daemon   ${daemon.url} (process ${daemon.pid})`)
          : say('Daemon   not running; `tamis up` starts it'),
        say(`Home     ${home}`),
        say(`Store    ${usage.ids} originals, ${Math.ceil(usage.bytes / 1024)} KiB`),
        say(`Saved    ${savedTokens} tokens; \`tamis ledger\` has the details`),
      ].join('\n'),
    )
    return 0
  },
}
