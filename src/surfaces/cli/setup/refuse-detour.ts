import { z } from 'zod'
import { phrase } from '../../../phrase.ts'
import type { CommandContext } from '../command.ts'
import { askDaemon } from '../daemon/ask-daemon.ts'
import { UsageError } from '../usage-error.ts'
import { type FormerUpstream, formerUpstreams } from './former-upstreams.ts'

const shown = z.object({
  settings: z.array(
    z.object({ key: z.string(), value: z.unknown().optional(), origin: z.string() }),
  ),
})

/**
 * A running daemon sends requests where its own settings say. A command whose environment names
 * another provider is refused: its key would go to the wrong one.
 */
export async function refuseDetour(context: CommandContext, url: string): Promise<void> {
  const former = formerUpstreams(context.deps.environment, [url])
  if (former.length === 0) return
  const settings = await settingsOf(context)
  for (const one of former) {
    const value = settings.get(one.key)
    if (value !== undefined && !isSame(value, one.url)) throw detour(one, url, value)
  }
}

/** The upstreams nobody has chosen, as the daemon has them or, where it does not say, as we do. */
async function settingsOf(context: CommandContext): Promise<ReadonlyMap<string, string>> {
  const { deps } = context
  const { home, config, origins } = context.loadConfig()
  const token = deps.environment.TAMIS_TOKEN
  const answer = await askDaemon(home, deps.version, 'config.show', {}, { token })
  const asked = shown.safeParse(answer)
  if (asked.success)
    return new Map(
      asked.data.settings
        .filter(({ origin }) => origin === 'default')
        .map(({ key, value }) => [key, String(value)]),
    )
  return new Map(
    Object.entries(config.proxy.upstreams)
      .map(([name, value]): [string, string] => [`proxy.upstreams.${name}`, value])
      .filter(([key]) => !origins.has(key)),
  )
}

function isSame(one: string, other: string): boolean {
  return one.replace(/\/+$/, '') === other.replace(/\/+$/, '')
}

function detour({ variable, key, url }: FormerUpstream, daemon: string, value: string): UsageError {
  return new UsageError(
    phrase`${variable} leads to ${url}, and the daemon at ${daemon} sends to ${value}`,
    phrase`Set ${key} in tamis.toml and start the daemon anew, or run the command without ${variable}.`,
  )
}
