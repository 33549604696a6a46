import { existsSync, readFileSync } from 'node:fs'
import { requireOwn } from '../config/require-own.ts'
import { setSetting } from '../config/set-setting.ts'
import { writeWhole } from '../config/write-whole.ts'
import { EngineError } from '../errors.ts'
import type { ConfigFile } from '../ports/config-file.ts'
import type { LiveConfig } from './shared-config.ts'

/** How results are sieved can change between two requests; folders, ports and keys cannot. */
const changeable = /^mask\.(?!omission_)[a-z_]+$/

/** Writes the file whole and puts it in force, or leaves both as they were. */
export function ownConfigFile(live: LiveConfig): ConfigFile {
  const path = live.current().file
  return {
    path,
    mayChange: (key) => changeable.test(key),
    change(key, value) {
      const { reload, origins } = live.current()
      const origin = origins.get(key)
      if (!changeable.test(key))
        throw new EngineError('invalid_input', `${key} cannot be changed while the daemon runs`, {
          hint: `Change it in ${path} and start the daemon again.`,
        })
      if (origin !== undefined && origin !== path && origin !== 'shared')
        throw new EngineError('config_invalid', `${origin} sets ${key}, and would hide the file`, {
          hint: `Change ${origin}, or unset it first.`,
        })
      const before = existsSync(path) ? readOwn(path) : undefined
      const [section = '', name = ''] = key.split('.')
      const after = setSetting(before ?? '', path, [section, name], value)
      writeWhole(path, after)
      try {
        live.changeOwn(reload())
      } catch (error) {
        writeWhole(path, before ?? '')
        throw error
      }
    },
  }
}

function readOwn(path: string): string {
  requireOwn(path)
  return readFileSync(path, 'utf8')
}
