import type { Say } from '../../../../core/text/say.ts'
import type { HealthCheck } from '../../../../engine.ts'
import { EngineError } from '../../../../errors.ts'
import { healthChecks } from '../../../../operations/installation/installation.ts'
import { counted, phrase } from '../../../../phrase.ts'
import type { Command, CommandContext } from '../../command.ts'
import { readDaemonFile } from '../../daemon/daemon-file.ts'
import { styled } from '../../page/style.ts'

/** `tamis doctor`: each thing that must be right, and what to do where it is not. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check the set-up, with a fix for each fault',
  options: {},
  examples: ['tamis doctor'],
  async run(context) {
    const configuration = configCheck(context)
    // The rest stands on the configuration, so nothing more can be said without it.
    const rest = configuration.isFine
      ? [...(await engineChecks(context)), await daemonCheck(context)]
      : []
    const checks = [configuration, ...rest]
    const isFine = checks.every((check) => check.isFine)
    if (context.output.isJson) context.output.json({ ok: isFine, checks })
    else context.output.result(checks.map((check) => toLine(check, context.output.say)).join('\n'))
    return isFine ? 0 : 1
  },
}

function toLine({ name, isFine, found, fix }: HealthCheck, say: Say): string {
  const sign = isFine ? styled('green', 'ok  ') : styled('red', 'FAIL')
  const line = `${sign}  ${say(name)}: ${say(found)}`
  return fix && !isFine ? `${line}\n      ${say('fix:')} ${say(fix)}` : line
}

function configCheck(context: CommandContext): HealthCheck {
  try {
    const { origins } = context.loadConfig()
    const found = counted(origins.size, '{} setting changed', '{} settings changed')
    return { name: 'configuration', isFine: true, found }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return {
      name: 'configuration',
      isFine: false,
      found: error.said.message,
      fix: error.said.hint ?? '',
    }
  }
}

/** The configuration is known to be fine here, so an engine can be made of it. */
async function engineChecks(context: CommandContext): Promise<readonly HealthCheck[]> {
  return healthChecks(await context.openEngine())
}

async function daemonCheck(context: CommandContext): Promise<HealthCheck> {
  const { home } = context.loadConfig()
  const lock = await context.deps.lockHome(home)
  lock?.release()
  const record = lock ? undefined : readDaemonFile(home)
  if (!record) return { name: 'daemon', isFine: true, found: 'not running' }
  const response = await fetch(`${record.url}/health`).catch(() => undefined)
  return {
    name: 'daemon',
    // One that asks for a token is well, too.
    isFine: response !== undefined && (response.ok || response.status === 401),
    found: response
      ? phrase`${record.url} answers ${response.status}`
      : phrase`${record.url} does not answer`,
    fix: `tamis stop && tamis up`,
  }
}
