import type { Say } from '../../../../core/text/say.ts'
import { counted, phrase } from '../../../../phrase.ts'
import type { Command } from '../../command.ts'
import { readDaemonFile } from '../../daemon/daemon-file.ts'

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
    const size = sizeText(usage.bytes, say)
    context.output.result(
      [
        daemon
          ? say(phrase`Daemon   ${daemon.url} (process ${daemon.pid})`)
          : say('Daemon   not running; `tamis up` starts it'),
        say(phrase`Home     ${home}`),
        say(counted(usage.ids, 'Store    {} original, {}', 'Store    {} originals, {}', size)),
        say(
          counted(
            savedTokens,
            'Saved    {2} token; `tamis ledger` has the details',
            'Saved    {2} tokens; `tamis ledger` has the details',
            savedTokens.toLocaleString('en'),
          ),
        ),
      ].join('\n'),
    )
    return 0
  },
}

function sizeText(bytes: number, say: Say): string {
  const mebibytes = bytes / 1024 ** 2
  if (mebibytes < 1) return say(phrase`${Math.ceil(bytes / 1024)} KiB`)
  return mebibytes < 1024
    ? say(phrase`${mebibytes.toFixed(1)} MiB`)
    : say(phrase`${(mebibytes / 1024).toFixed(1)} GiB`)
}
