import { EngineError } from '../../../errors.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { CatalogTool, JsonObject } from '../../../ports/store/catalog.ts'
import type { ToolServers } from '../../../ports/tool-server.ts'
import { type ShortenDeps, shortenResult } from '../run/shorten-result.ts'
import { type AllowedDeps, allowedTool } from './allowed-tool.ts'
import { createRelay, type Relay, type RelayCall } from './relay.ts'
import { transparentNames } from './transparent-names.ts'

/** A tool as MCP lists it. */
export interface ShownTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly annotations: JsonObject
}

/** Requests meant for the upstreams themselves, with oversized answers shortened. */
export interface Forwarding {
  /** One JSON-RPC request to one server; resolves to the `result`. */
  rpc(server: string, method: string, params: JsonObject, call: ForwardCall): Promise<unknown>
  /** Every tool that may be used, under a name of its own. */
  shownTools(): Promise<readonly ShownTool[]>
  /** Calls one of them; `undefined` when the name is not one of theirs. */
  callShown(name: string, args: JsonObject, call: ForwardCall): Promise<JsonObject | undefined>
  /** Everything of one server, for one client; throws when no server has this name. */
  relay(server: string, call: RelayCall): Relay
}

export interface ForwardCall {
  readonly source: string
  readonly caller: Caller | undefined
  readonly signal: AbortSignal
  readonly onProgress?: (done: number, total?: number, message?: string) => void
}

export interface ForwardDeps extends AllowedDeps, ShortenDeps {
  readonly servers: ToolServers
  readonly digest: Digest
}

export function createForwarding(deps: ForwardDeps): Forwarding {
  const { servers, upstreams } = deps

  async function callTool(
    tool: CatalogTool,
    args: JsonObject,
    call: ForwardCall,
  ): Promise<JsonObject> {
    const era = await upstreams.eraOf(tool.server)
    const { signal, onProgress } = call
    const answer = await servers.call(tool.server, tool.name, args, { era, signal, onProgress })
    upstreams.refreshOnce(tool.server)
    return (await shortenResult(deps, answer.result, tool.id, call)) as JsonObject
  }

  return {
    async rpc(server, method, params, call) {
      requireServer(servers, server)
      if (method === 'ping') return {}
      if (method === 'tools/list') return { tools: await ownTools(deps, server) }
      if (method === 'tools/call')
        return callTool(
          await allowedTool(deps, server, params.name),
          asObject(params.arguments),
          call,
        )
      const era = await upstreams.eraOf(server)
      const { signal } = call
      const result = await servers.request(server, method, params, { era, signal })
      return shortenResult(deps, result, `${server} ${method}`, call)
    },
    async shownTools() {
      await upstreams.listNewcomers()
      const { names } = await upstreamNames(deps)
      return [...names].map(([name, tool]) => ({ ...toShown(tool), name }))
    },
    async callShown(name, args, call) {
      const { names } = await upstreamNames(deps)
      const tool = names.get(name)
      return tool ? callTool(tool, args, call) : undefined
    },
    relay(server, call) {
      requireServer(servers, server)
      return createRelay(deps, server, call)
    },
  }
}

async function upstreamNames({
  servers,
  views,
  digest,
}: ForwardDeps): Promise<{ names: ReadonlyMap<string, CatalogTool> }> {
  const { tools } = await views.holdings()
  const callable = [...tools.values()].filter(({ server }) => servers.names().includes(server))
  return { names: transparentNames(callable, digest) }
}

async function ownTools(deps: ForwardDeps, server: string): Promise<readonly ShownTool[]> {
  await deps.upstreams.listNewcomers()
  const { tools } = await deps.views.holdings()
  return [...tools.values()].filter((tool) => tool.server === server).map(toShown)
}

function requireServer(servers: ToolServers, server: string): void {
  if (servers.names().includes(server)) return
  throw new EngineError('server_not_found', `No upstream is called ${server}`, {
    hint: '`tamis gateway list` names them.',
    details: { server },
  })
}

function toShown({ name, description, inputSchema, annotations }: CatalogTool): ShownTool {
  return {
    name,
    description,
    inputSchema,
    annotations: {
      ...(annotations.isReadOnly === undefined ? {} : { readOnlyHint: annotations.isReadOnly }),
      ...(annotations.isDestructive === undefined
        ? {}
        : { destructiveHint: annotations.isDestructive }),
      ...(annotations.isIdempotent === undefined
        ? {}
        : { idempotentHint: annotations.isIdempotent }),
    },
  }
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {}
}
