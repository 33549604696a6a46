import { once } from 'node:events'
import { profiles } from '../../../operations/operation.ts'
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
      description: `Which tools to list: ${profiles.join(', ')}`,
    },
  },
  examples: ['tamis mcp', 'tamis mcp --profile all'],
  async run({ openEngine, deps, output, signal }, args) {
    const asked = args.text('profile') ?? 'default'
    const profile = profiles.find((name) => name === asked)
    if (!profile)
      throw new UsageError(`There is no profile ${asked}`, `Profiles: ${profiles.join(', ')}`)
    const engine = await openEngine()
    const onFault = (error: unknown): void =>
      output.problem(`tamis mcp: ${error instanceof Error ? error.message : error}`)
    const { serveMcpOverStdio } = await import('../../mcp/stdio.ts')
    const server = serveMcpOverStdio(
      { engine, caller: undefined, version: deps.version, onFault },
      profile,
    )
    await Promise.race([once(process.stdin, 'close'), once(signal, 'abort')])
    await server.close()
    return 0
  },
}
