import { setTimeout } from 'node:timers/promises'
import { EngineError } from '../../../../errors.ts'
import { phrase } from '../../../../phrase.ts'
import type { Command, CommandContext } from '../../command.ts'
import { readDaemonFile, removeDaemonFile } from '../../daemon/daemon-file.ts'

const pollMs = 50

/** `tamis stop`: asks the home's daemon to finish, and waits until it has. */
export const stop: Command = {
  name: 'stop',
  summary: 'Stop the daemon, letting its requests finish',
  options: {},
  examples: ['tamis stop'],
  async run(context) {
    const { home, config } = context.loadConfig()
    const record = readDaemonFile(home)
    if ((await isFree(context, home)) || !record) {
      if (record) removeDaemonFile(home)
      return said(context, false)
    }
    process.kill(record.pid, 'SIGTERM')
    const deadline = performance.now() + config.server.drainTimeoutMs + 5000
    while (!(await isFree(context, home))) {
      if (performance.now() > deadline || context.signal.aborted)
        throw new EngineError(
          'timeout',
          phrase`The daemon (process ${record.pid}) is still running`,
        )
      await setTimeout(pollMs)
    }
    return said(context, true)
  },
}

function said({ output }: CommandContext, stopped: boolean): number {
  if (output.isJson) output.json({ stopped })
  else output.result(stopped ? output.say('Stopped.') : output.say('No daemon runs here.'))
  return 0
}

async function isFree({ deps }: CommandContext, home: string): Promise<boolean> {
  const lock = await deps.lockHome(home)
  lock?.release()
  return lock !== undefined
}
