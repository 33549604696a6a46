import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Profile } from '../../operations/operation.ts'
import { createMcpServer, type McpDeps } from './server.ts'

/** MCP over this process's stdin and stdout, for clients that start their servers. */
export function serveMcpOverStdio(deps: McpDeps, profile: Profile): { close(): Promise<void> } {
  return serveStdio(() => createMcpServer(deps, profile), { onerror: deps.onFault })
}
