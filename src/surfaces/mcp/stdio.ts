import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Profile } from '../../operations/operation.ts'
import { createRelayDesk } from './relay-desk.ts'
import { pumpMessages } from './relay-pump.ts'
import { createMcpServer, type McpDeps } from './server.ts'

/** MCP over this process's stdin and stdout, for clients that start their servers. */
export function serveMcpOverStdio(deps: McpDeps, profile: Profile): { close(): Promise<void> } {
  return serveStdio(() => createMcpServer(deps, profile), { onerror: deps.onFault })
}

/** One upstream over this process's stdin and stdout, everything it offers. */
export async function relayOverStdio(
  deps: McpDeps,
  server: string,
  onEnd: () => void,
): Promise<{ close(): Promise<void> }> {
  const transport = new StdioServerTransport()
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
