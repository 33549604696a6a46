import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { machineOf } from '../../../../clients/client-locations.ts'
import { makeFolder } from '../../../../config/make-folder.ts'
import type { Say } from '../../../../core/text/say.ts'
import { phrase } from '../../../../phrase.ts'
import type { Command } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'

/** `tamis gateway import`: lists what other clients are set up with; adds only what is named. */
export const gatewayImport: Command = {
  name: 'gateway import',
  summary: 'List the MCP servers of other clients, and add those you name',
  operands: '[NAME…]',
  options: { all: { type: 'boolean', description: 'Add every server that is listed' } },
  examples: [
    'tamis gateway import',
    'tamis gateway import github files',
    'tamis gateway import --all',
  ],
  async run({ loadConfig, output, deps }, args) {
    const { clientFiles, findClientServers } = await import('../../../../clients/client-configs.ts')
    const { home, config } = loadConfig()
    const { servers, problems } = findClientServers(
      clientFiles(deps.folder, machineOf(deps.environment)),
    )
    for (const problem of problems) output.note(problem)
    const chosen = args.isSet('all') ? servers.map(({ name }) => name) : args.operands
    const unknown = chosen.find((name) => !servers.some((server) => server.name === name))
    if (unknown !== undefined)
      throw new UsageError(
        phrase`No client has a server ${unknown}`,
        '`tamis gateway import` lists them.',
      )
    const fresh = servers.filter(
      ({ name }) => chosen.includes(name) && !Object.hasOwn(config.gateway.servers, name),
    )
    if (fresh.length > 0)
      append(
        join(home, 'tamis.toml'),
        fresh.map(({ toml }) => toml),
      )
    const added = new Set(fresh.map(({ name }) => name))
    if (output.isJson)
      output.json({
        servers: servers.map((server) => ({ ...server, added: added.has(server.name) })),
      })
    else
      output.result(
        servers.map((server) => toLine(server, added.has(server.name), output.say)).join('\n') ||
          output.say('No client on this machine has MCP servers.'),
      )
    return 0
  },
}

function append(file: string, sections: readonly string[]): void {
  makeFolder(dirname(file))
  const isClean = !existsSync(file) || readFileSync(file, 'utf8').endsWith('\n')
  appendFileSync(file, `${isClean ? '' : '\n'}\n${sections.join('\n\n')}\n`, { mode: 0o600 })
}

function toLine(
  server: { name: string; client: string; file: string; variables: readonly string[] },
  isAdded: boolean,
  say: Say,
): string {
  const needs =
    server.variables.length > 0
      ? `  ${say(phrase`needs ${server.variables.join(', ')} in the environment`)}`
      : ''
  const added = say('added')
  return `${(isAdded ? added : '').padEnd(added.length + 1)} ${server.name.padEnd(20)} ${server.client} (${server.file})${needs}`
}
