import type { LoadedConfig } from '../config/load.ts'
import { withShared } from '../config/shared.ts'
import { EngineError } from '../errors.ts'
import type { SharedConfig } from '../ports/files/shared-config.ts'
import type { Log } from '../ports/log.ts'
import type { ConfigText } from '../ports/store/config-text.ts'

/** The configuration in force, which other daemons on the store may change. */
export interface LiveConfig {
  current(): LoadedConfig
  /** Calls `listener` with each configuration that comes into force later. */
  onChange(listener: (loaded: LoadedConfig) => void): void
  /** Puts in force what this daemon's own file, environment and flags say now. */
  changeOwn(loaded: LoadedConfig): void
  /** Absent where no other daemon can read the store. */
  readonly shared?: SharedConfig
}

/** Content fails open: what is shared and cannot be read leaves a daemon with its own configuration. */
export async function liveConfig(
  first: LoadedConfig,
  kept: ConfigText | undefined,
  log: Log,
): Promise<LiveConfig> {
  let own = first
  let current = first
  let inForce = ''
  const listeners: ((loaded: LoadedConfig) => void)[] = []
  const result = {
    current: () => current,
    onChange: (listener: (loaded: LoadedConfig) => void) => void listeners.push(listener),
    changeOwn(loaded: LoadedConfig) {
      current = inForce === '' ? loaded : withShared(loaded, inForce)
      own = loaded
      for (const listener of listeners) listener(current)
    },
  }
  if (!kept) return result

  function putInForce(toml: string): void {
    if (toml === inForce) return
    current = withShared(own, toml)
    inForce = toml
    for (const listener of listeners) listener(current)
  }
  async function readAgain(from: ConfigText): Promise<void> {
    try {
      putInForce(await from.read())
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      log.warn('shared-config-not-used', { code: error.code, cause: error.message })
    }
  }
  // One after another: what was read first must not come into force last.
  let reading: Promise<void> = Promise.resolve()
  const refresh = (): Promise<void> => {
    reading = reading.catch(() => undefined).then(() => readAgain(kept))
    return reading
  }
  await refresh()
  return {
    ...result,
    shared: {
      read: kept.read,
      async write(toml) {
        withShared(own, toml)
        await kept.write(toml)
        await refresh()
      },
      refresh,
    },
  }
}
