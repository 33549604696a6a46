import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Profile } from '../../operations/operation.ts'
import { createRelayDesk } from './relay-desk.ts'
import { pumpMessages } from './relay-pump.ts'
import { createMcpServer, type McpDeps } from './server.ts'
import { stdioTransport } from './stdio-transport.ts'

/** MCP over this process's stdin and stdout, for clients that start their servers. */
export function serveMcpOverStdio(
  deps: McpDeps,
  profile: Profile,
  onEnd: () => void,
): { close(): Promise<void> } {
  const transport = stdioTransport(process.stdin, onEnd)
  // Whoever started this process is its only client.
  const only = { ...deps, session: 'stdio' }
  return serveStdio(() => createMcpServer(only, profile), { transport, onerror: deps.onFault })
}

/** One upstream over this process's stdin and stdout, everything it offers. */
export async function relayOverStdio(
  deps: McpDeps,
  server: string,
  onEnd: () => void,
): Promise<{ close(): Promise<void> }> {
  const transport = stdioTransport(process.stdin, onEnd)
  const pump = pumpMessages(createRelayDesk(deps, server), transport, {
    onFault: deps.onFault,
    onEnd,
  })
  await transport.start()
  return {
    async close() {
      await transport.close()
      await pump.close()
    },
  }
}
