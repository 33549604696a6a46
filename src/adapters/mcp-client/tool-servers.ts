import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { AskedClient } from '../../ports/asked-client.ts'
import type { Clock } from '../../ports/clock.ts'
import type {
  ClientConnection,
  ServerStatus,
  ToolServers,
  UpstreamOptions,
} from '../../ports/tool-server.ts'
import type { CallerValues, UpstreamLogins } from '../../ports/upstream-logins.ts'
import { listCallerValues, removeCallerValue, writeCallerValue } from './caller-values.ts'
import { type Connection, createConnection } from './connection.ts'
import type { ServerDefinition } from './definition.ts'
import { createIdentities, type Identity, type IdentityDeps } from './identities.ts'
import { createLinks } from './links/links.ts'
import { personOf } from './oauth/login-record.ts'
import type { OpenClient } from './open-client.ts'
import { serverLogs } from './server-logs.ts'

interface McpToolServers extends ToolServers {
  /** Serves these from now on; those that are gone or changed are closed. */
  redefine(definitions: readonly ServerDefinition[]): Promise<void>
  readonly logins: UpstreamLogins
  readonly callerValues: CallerValues
}

/** Connections that belong to one person or client, of all servers together. */
const mostOwn = 64

interface Held {
  readonly server: string
  /** It belongs to one person or client. */
  readonly isOwn: boolean
  readonly connection: Connection
}

/** The configured upstreams, each on its own: one that is broken never delays another. */
export function mcpToolServers(
  definitions: readonly ServerDefinition[],
  deps: IdentityDeps,
  now: Clock = () => performance.now(),
): McpToolServers {
  const listeners: Parameters<ToolServers['onToolsChanged']>[0][] = []
  const logs = serverLogs()
  const named = (all: readonly ServerDefinition[]): Map<string, ServerDefinition> =>
    new Map(all.map((one) => [one.name, { ...one, onStderr: logs.writerOf(one.name) }]))
  let byName = named(definitions)
  /** Least recently used first. */
  const connections = new Map<string, Held>()
  const identityOf = createIdentities(deps)
  let isClosed = false

  function definitionOf(server: string): ServerDefinition {
    const definition = byName.get(server)
    if (definition) return definition
    throw new EngineError('server_not_found', phrase`No upstream is called ${server}`, {
      hint: '`tamis gateway list` names them.',
      details: { server },
    })
  }

  const links = createLinks(definitionOf, identityOf)

  /** No step between choosing a connection and counting as its user: two calls would choose the same. */
  async function use<Result>(
    server: string,
    options: UpstreamOptions,
    work: (client: OpenClient, options: UpstreamOptions) => Promise<Result>,
  ): Promise<Result> {
    const identity = await identityOf(definitionOf(server), options.caller)
    if (isClosed) throw new EngineError('shutting_down', 'Tamis is stopping')
    return connectionOf(server, identity, options).use(options, work)
  }

  function connectionOf(
    server: string,
    identity: Identity,
    { caller, client }: UpstreamOptions,
  ): Connection {
    const { person } = identity
    const key = keyOf(server, person, client)
    const known = connections.get(key)
    const isOwn = person !== '' || client !== undefined
    if (!known && isOwn) makeRoom(server)
    const ofClient = ({ key }: AskedClient): ClientConnection => ({
      key,
      list: () => held.connection.use({ caller }, (opened, all) => opened.list(all)),
    })
    const held: Held = known ?? {
      server,
      isOwn,
      connection: createConnection(
        definitionOf(server),
        identity,
        now,
        () => {
          if (isClosed) return
          for (const listener of listeners) listener(server, caller, client && ofClient(client))
        },
        client?.capabilities,
      ),
    }
    connections.delete(key)
    connections.set(key, held)
    return held.connection
  }

  /** A client that may be asked has connections of its own: nobody else's call is asked of it. */
  function keyOf(server: string, person: string, client: AskedClient | undefined): string {
    if (!client) return JSON.stringify([server, person])
    const key = (number: number): string =>
      JSON.stringify([server, person, client.key, client.capabilities, number])
    let number = 0
    while (client.isOfOneCall && connections.get(key(number))?.connection.isBusy()) number += 1
    return key(number)
  }

  /** Ends the connection of a person or client that was unused for longest. */
  function makeRoom(server: string): void {
    const own = [...connections].filter(([, { isOwn }]) => isOwn)
    if (own.length < mostOwn) return
    const idle = own.find(([, { connection }]) => !connection.isBusy())
    if (!idle)
      throw new EngineError(
        'too_busy',
        phrase`${mostOwn} people or clients use upstream servers at once`,
        {
          hint: 'Try again when one of their calls has ended.',
          details: { server },
        },
      )
    connections.delete(idle[0])
    idle[1].connection.close().catch(() => undefined)
  }

  /** The next use starts anew, with what is set then. */
  async function endConnection(server: string, person: string): Promise<void> {
    const isMeant = (key: string): boolean => {
      const [itsServer, itsPerson] = JSON.parse(key) as readonly string[]
      return itsServer === server && itsPerson === person
    }
    const ended = [...connections].filter(([key]) => isMeant(key))
    for (const [key] of ended) connections.delete(key)
    await Promise.all(ended.map(([, { connection }]) => connection.close()))
  }

  function statusOf(server: string): ServerStatus {
    const { transport, problem } = definitionOf(server)
    const all = [...connections.values()]
      .filter((held) => held.server === server)
      .map(({ connection }) => connection.status())
    const shown = all.find(({ state }) => state === 'running') ?? all.at(-1)
    if (shown) return shown
    return problem === undefined
      ? { transport, state: 'stopped' }
      : { transport, state: 'failed', problem }
  }

  const logins = async (): Promise<UpstreamLogins> => {
    const { createLogins } = await import('./oauth/logins.ts')
    loadedLogins ??= createLogins(deps, definitionOf)
    return loadedLogins
  }
  let loadedLogins: UpstreamLogins | undefined

  return {
    async redefine(changed) {
      const before = byName
      byName = named(changed)
      const isSame = (name: string): boolean =>
        JSON.stringify(before.get(name)) === JSON.stringify(byName.get(name))
      const stale = [...connections].filter(([, { server }]) => !isSame(server))
      for (const [key] of stale) connections.delete(key)
      const changedNames = [...before.keys()].filter((name) => !isSame(name))
      await Promise.allSettled([
        ...stale.map(([, { connection }]) => connection.close()),
        ...changedNames.map(links.end),
      ])
    },
    names: () => [...byName.keys()],
    async restart(server) {
      definitionOf(server)
      const own = [...connections].filter(([, held]) => held.server === server)
      for (const [key] of own) connections.delete(key)
      await Promise.allSettled([
        ...own.map(([, { connection }]) => connection.close()),
        links.end(server),
      ])
    },
    logOf(server) {
      definitionOf(server)
      return logs.linesOf(server)
    },
    async list(server, options) {
      try {
        return await use(server, options, (client, all) => client.list(all))
      } catch (cause) {
        // Cut off by our own closing: no fault of the server's.
        if (isClosed) throw new EngineError('shutting_down', 'Tamis is stopping', { cause })
        throw cause
      }
    },
    call: (server, tool, args, options) =>
      use(server, options, (client, all) => client.call(tool, args, all)),
    request: (server, method, params, options) =>
      use(server, options, (client, all) => client.request(method, params, all)),
    status: statusOf,
    exchange: async (server, request) => {
      const { exchangeOverHttp } = await import('./links/exchange.ts')
      const identity = await identityOf(definitionOf(server), request.caller)
      return exchangeOverHttp(await identity.resolve(), identity.fetch, request)
    },
    link: links.open,
    onToolsChanged: (listener) => void listeners.push(listener),
    logins: {
      begin: async (server, wish) => (await logins()).begin(server, wish),
      finish: async (caller, answer) => (await logins()).finish(caller, answer),
      logout: async (server, caller) => (await logins()).logout(server, caller),
      list: async () => (await logins()).list(),
    },
    callerValues: {
      async set({ server, name, caller }, value) {
        const definition = definitionOf(server)
        if (!definition.callerNames.includes(name))
          throw new EngineError(
            'invalid_input',
            phrase`${server} names no value ${name} of its callers`,
            {
              hint: phrase`Its env or headers would say \${caller.${name}}.`,
              details: { path: 'name' },
            },
          )
        const person = personOf(caller)
        await writeCallerValue(deps.credentials, definition, { name, person, value })
        await endConnection(server, person)
      },
      async remove({ server, name, caller }) {
        const person = personOf(caller)
        const wasThere = await removeCallerValue(deps.credentials, server, name, person)
        await endConnection(server, person)
        return wasThere
      },
      list: () => listCallerValues(deps.credentials),
    },
    async close() {
      isClosed = true
      const open = [...connections.values()].map(({ connection }) => connection)
      await Promise.allSettled([...open, links].map((one) => one.close()))
    },
  }
}
