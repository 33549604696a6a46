import { EngineError } from '../../errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ServerLink, ToolServers } from '../../ports/tool-server.ts'
import { type Connection, createConnection } from './connection.ts'
import type { ServerDefinition } from './definition.ts'

export interface McpToolServers extends ToolServers {
  /** Serves these from now on; those that are gone or changed are closed. */
  redefine(definitions: readonly ServerDefinition[]): Promise<void>
}

/** The configured upstreams, each on its own: one that is broken never delays another. */
export function mcpToolServers(
  definitions: readonly ServerDefinition[],
  now: Clock = () => performance.now(),
): McpToolServers {
  const listeners: ((server: string) => void)[] = []
  let byName = new Map(definitions.map((definition) => [definition.name, definition]))
  const connections = new Map<string, Connection>()
  let isClosed = false

  const links = new Set<ServerLink>()

  function definitionOf(server: string): ServerDefinition {
    const definition = byName.get(server)
    if (definition) return definition
    throw new EngineError('server_not_found', `No upstream is called ${server}`, {
      hint: '`tamis gateway list` names them.',
      details: { server },
    })
  }

  function connectionOf(server: string): Connection {
    const definition = definitionOf(server)
    const connection =
      connections.get(server) ??
      createConnection(definition, now, () => {
        if (!isClosed) for (const listener of listeners) listener(server)
      })
    connections.set(server, connection)
    return connection
  }

  return {
    async redefine(changed) {
      const before = byName
      byName = new Map(changed.map((definition) => [definition.name, definition]))
      const isSame = (name: string): boolean =>
        JSON.stringify(before.get(name)) === JSON.stringify(byName.get(name))
      const stale = [...connections].filter(([name]) => !isSame(name))
      for (const [name] of stale) connections.delete(name)
      await Promise.allSettled(stale.map(([, connection]) => connection.close()))
    },
    names: () => [...byName.keys()],
    async list(server, options) {
      try {
        return await connectionOf(server).use(options, (client) => client.list(options))
      } catch (cause) {
        // Cut off by our own closing: no fault of the server's.
        if (isClosed) throw new EngineError('shutting_down', 'Tamis is stopping', { cause })
        throw cause
      }
    },
    call: (server, tool, args, options) =>
      connectionOf(server).use(options, (client) => client.call(tool, args, options)),
    request: (server, method, params, options) =>
      connectionOf(server).use(options, (client) => client.request(method, params, options)),
    status: (server) => connectionOf(server).status(),
    exchange: async (server, request) => {
      const { exchangeOverHttp } = await import('./exchange.ts')
      return exchangeOverHttp(definitionOf(server), request)
    },
    async link(server, events) {
      const { openLink } = await import('./link.ts')
      const link = await openLink(definitionOf(server), {
        onMessage: events.onMessage,
        onClose() {
          links.delete(link)
          events.onClose()
        },
      })
      links.add(link)
      return link
    },
    onToolsChanged: (listener) => void listeners.push(listener),
    async close() {
      isClosed = true
      await Promise.allSettled(
        [...connections.values(), ...links].map((connection) => connection.close()),
      )
    },
  }
}
