import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Visitor } from '../../operations/discover/visitor.ts'
import type { Profile } from '../../operations/operation.ts'
import { createHeldCalls } from './held-calls.ts'
import { pumpMessages } from './relay-pump.ts'
import { createRelayedServer } from './relayed-server.ts'
import { createMcpServer, type McpDeps } from './server.ts'
import { stdioTransport } from './stdio-transport.ts'
import { createTasks } from './tasks/tasks.ts'

interface StdioDeps extends Visitor, Pick<McpDeps, 'version' | 'onFault'> {}

/** MCP over this process's stdin and stdout, for clients that start their servers. */
export function serveMcpOverStdio(
  deps: StdioDeps,
  profile: Profile,
  onEnd: () => void,
): { close(): Promise<void> } {
  const transport = stdioTransport(process.stdin, onEnd)
  // Whoever started this process is its only client.
  const { engine, caller, version, onFault } = deps
  const held = createHeldCalls()
  const visitorOf = (): Visitor => ({ engine, caller, session: 'stdio' })
  const { offers, onToolsChanged } = engine.discovery
  const known = { version, onFault, held, tasks: createTasks(), visitorOf, offers, onToolsChanged }
  return serveStdio(() => createMcpServer(known, profile), {
    transport,
    onerror: onFault,
  })
}

/** One upstream over this process's stdin and stdout, everything it offers. */
export async function relayOverStdio(
  deps: StdioDeps,
  server: string,
  onEnd: () => void,
): Promise<{ close(): Promise<void> }> {
  const transport = stdioTransport(process.stdin, onEnd)
  const pump = pumpMessages(createRelayedServer(deps, server), transport, {
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
