import { existsSync, readFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { clientFiles, type FoundServer, findClientServers } from '../clients/client-configs.ts'
import {
  quarantined,
  serverSection,
  withoutServer,
  withSections,
} from '../config/change/change-servers.ts'
import { setSetting } from '../config/change/set-setting.ts'
import { writeWhole } from '../config/change/write-whole.ts'
import { processEnvironment } from '../config/process-environment.ts'
import { requireOwn } from '../config/require-own.ts'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'
import type { ConfigFile } from '../ports/files/config-file.ts'
import { effectOf } from './changeable-settings.ts'
import type { LiveConfig } from './shared-config.ts'

/** Writes the file whole and puts it in force, or leaves both as they were. */
export function ownConfigFile(live: LiveConfig): ConfigFile {
  const path = live.current().file

  function rewrite(change: (text: string) => string): void {
    const before = existsSync(path) ? readOwn(path) : ''
    writeWhole(path, change(before))
    try {
      live.changeOwn(live.current().reload())
    } catch (error) {
      writeWhole(path, before)
      throw error
    }
  }

  const isKnown = (name: string): boolean =>
    Object.hasOwn(live.current().config.gateway.servers, name)

  return {
    path,
    effectOf,
    change(key, value) {
      const origin = live.current().origins.get(key)
      if (effectOf(key) === 'never')
        throw new EngineError(
          'invalid_input',
          phrase`${key} cannot be changed while the daemon runs`,
          {
            hint: phrase`Change it in ${path} and start the daemon again.`,
          },
        )
      if (origin !== undefined && origin !== path && origin !== 'shared')
        throw new EngineError(
          'config_invalid',
          phrase`${origin} sets ${key}, and would hide the file`,
          {
            hint: phrase`Change ${origin}, or unset it first.`,
          },
        )
      const [section = '', name = ''] = key.split('.')
      rewrite((text) => setSetting(text, path, [section, name], value))
    },
    addServer(name, url) {
      const section = serverSection(name, url)
      if (isKnown(name))
        throw new EngineError('invalid_input', phrase`There is an upstream ${name} already`, {
          hint: 'Choose another name, or remove the other one first.',
          details: { path: 'name' },
        })
      rewrite((text) => withSections(text, [section]))
    },
    removeServer: (name) => rewrite((text) => withoutServer(text, path, name)),
    importable: () =>
      found().map(({ name, client, file, variables }) => ({
        name,
        client,
        file,
        variables,
        isAdded: isKnown(name),
      })),
    importServers(names) {
      const known = found()
      const sections = names.map((name) => sectionOf(known, name))
      const fresh = sections.filter(({ name }) => !isKnown(name))
      if (fresh.length > 0)
        rewrite((text) =>
          withSections(
            text,
            fresh.map(({ toml }) => quarantined(toml)),
          ),
        )
    },
  }
}

/** What the programs of the user who runs the daemon are set up with; no folder of a project is looked at. */
function found(): readonly FoundServer[] {
  const environment = processEnvironment()
  const home = environment.HOME || homedir()
  return findClientServers(clientFiles(home, { platform: platform(), environment, home })).servers
}

function sectionOf(known: readonly FoundServer[], name: string): FoundServer {
  const server = known.find((one) => one.name === name)
  if (server) return server
  throw new EngineError('server_not_found', phrase`No client has a server ${name}`, {
    hint: '`tamis gateway import` lists them.',
    details: { server: name },
  })
}

function readOwn(path: string): string {
  requireOwn(path)
  return readFileSync(path, 'utf8')
}
