import { once } from 'node:events'
import { profiles } from '../../../operations/operation.ts'
import { phrase } from '../../../phrase.ts'
import type { Command } from '../command.ts'
import { UsageError } from '../usage-error.ts'

/** `tamis mcp`: the MCP server on stdin and stdout. */
export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve MCP on stdin and stdout, for clients that start their servers',
  options: {
    profile: {
      type: 'string',
      value: 'NAME',
      choices: profiles,
      description: `Which tools to list: ${profiles.join(', ')}`,
    },
    server: {
      type: 'string',
      value: 'NAME',
      description: 'With --profile transparent: this upstream alone, everything it offers',
    },
  },
  examples: ['tamis mcp', 'tamis mcp --profile all'],
  async run({ openEngine, deps, output, signal }, args) {
    const asked = args.text('profile') ?? 'default'
    const profile = profiles.find((name) => name === asked)
    if (!profile)
      throw new UsageError(
        phrase`There is no profile ${asked}`,
        phrase`Profiles: ${profiles.join(', ')}`,
      )
    if (args.text('server') !== undefined && profile !== 'transparent')
      throw new UsageError('One server needs --profile transparent', 'See: tamis mcp --help')
    const engine = await openEngine()
    const onFault = (error: unknown): void =>
      output.problem(phrase`tamis mcp: ${error instanceof Error ? error.message : String(error)}`)
    const mcpDeps = { engine, caller: undefined, version: deps.version, onFault }
    const ended = new AbortController()
    const end = (): void => ended.abort()
    const { relayOverStdio, serveMcpOverStdio } = await import('../../mcp/stdio.ts')
    const upstream = args.text('server')
    const server =
      upstream === undefined
        ? serveMcpOverStdio(mcpDeps, profile, end)
        : await relayOverStdio(mcpDeps, upstream, end)
    await Promise.race([once(signal, 'abort'), once(ended.signal, 'abort')])
    await server.close()
    return 0
  },
}
