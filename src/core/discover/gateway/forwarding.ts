import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { AskedClient } from '../../../ports/asked-client.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { CatalogTool, JsonObject } from '../../../ports/store/catalog.ts'
import type { ToolServers } from '../../../ports/tool-server.ts'
import { shortId } from '../../text/short-id.ts'
import type { HoldingsReader } from '../catalog/holdings.ts'
import { type ShortenDeps, shortenResult } from '../run/shorten-result.ts'
import type { Admission } from './admission.ts'
import type { CallUpstream } from './call-upstream.ts'
import type { ClientTools } from './client-tools.ts'
import { admitCall } from './consent.ts'
import { createRelay, type Relay, type RelayCall } from './relay.ts'
import type { SeenTools } from './seen-tools.ts'
import { type ShownTool, shownTool } from './shown-tool.ts'
import type { Upstreams } from './upstreams.ts'

/** Requests meant for the upstreams themselves, with oversized answers shortened. */
export interface Forwarding {
  /** One JSON-RPC request to one server; resolves to the `result`. */
  rpc(server: string, method: string, params: JsonObject, call: ForwardCall): Promise<unknown>
  /** Every tool that this caller, or the client of this key alone, may use, under a name of its own. */
  shownTools(caller: Caller | undefined, client?: string): Promise<readonly ShownTool[]>
  /** Calls one of them; `undefined` when the name is not one of theirs. */
  callShown(name: string, args: JsonObject, call: ForwardCall): Promise<JsonObject | undefined>
  /** Everything of one server, for one client; throws when no server has this name. */
  relay(server: string, call: RelayCall): Relay
}

interface ForwardCall {
  readonly source: string
  readonly caller: Caller | undefined
  readonly signal: AbortSignal
  readonly onProgress?: (done: number, total?: number, message?: string) => void
  /** Whom the server, or our policy, may ask. */
  readonly client?: AskedClient | undefined
}

interface ForwardDeps extends ShortenDeps {
  readonly upstreams: Upstreams
  readonly views: HoldingsReader
  readonly admission: Admission
  readonly seen: SeenTools
  readonly clientTools: ClientTools
  readonly callUpstream: CallUpstream
  readonly servers: ToolServers
  readonly digest: Digest
}

export function createForwarding(deps: ForwardDeps): Forwarding {
  const { servers, upstreams, admission } = deps

  async function callTool(
    tool: CatalogTool,
    args: JsonObject,
    call: ForwardCall,
  ): Promise<JsonObject> {
    const { caller, signal, onProgress, client } = call
    // The client sees what the tool says of itself, and asks its user by that.
    const intended = { caller, client, signal }
    const verdict = await admitCall(admission, tool, args, 'left-to-client', intended)
    const { maxStringChars } = verdict
    const answer = await deps.callUpstream(tool, args, { caller, signal, onProgress, client })
    return (await shortenResult(deps, answer.result, tool.id, {
      ...call,
      maxStringChars,
    })) as JsonObject
  }

  return {
    async rpc(server, method, params, call) {
      requireServer(servers, server)
      const { caller } = call
      if (method === 'tools/call')
        return callTool(
          await admission.toolNamed(caller, server, params.name),
          asObject(params.arguments),
          call,
        )
      await admission.checkRequest(caller, server, method)
      if (method === 'ping') return {}
      if (method === 'tools/list') return { tools: await ownTools(deps, server, caller) }
      const era = await upstreams.eraOf(server)
      const { signal } = call
      const result = await servers.request(server, method, params, { era, caller, signal })
      return shortenResult(deps, result, `${server} ${method}`, call)
    },
    async shownTools(caller, client) {
      await upstreams.listNewcomers(undefined, caller)
      const { names } = await upstreamNames(deps, caller, client)
      return [...names].map(([name, tool]) => ({ ...shownTool(tool), name }))
    },
    async callShown(name, args, call) {
      const { names } = await upstreamNames(deps, call.caller, call.client?.key)
      const tool = names.get(name)
      return tool ? callTool(tool, args, call) : undefined
    },
    relay(server, call) {
      requireServer(servers, server)
      return createRelay(deps, server, call)
    },
  }
}

/** Names are given out before some are hidden: a tool is called the same by all who may use it. */
async function upstreamNames(
  { servers, views, digest, admission, clientTools }: ForwardDeps,
  caller: Caller | undefined,
  client: string | undefined,
): Promise<{ names: ReadonlyMap<string, CatalogTool> }> {
  const { tools } = await views.holdings()
  const callable = [...tools.values()].filter(({ server }) => servers.names().includes(server))
  const named = [...transparentNames(callable, digest)]
  const isSeen = clientTools.isSeenBy(client) ?? (() => true)
  const isShown = (tool: CatalogTool): boolean => isSeen(tool) && admission.shows(caller, tool)
  return { names: new Map(named.filter(([, tool]) => isShown(tool))) }
}

async function ownTools(
  { upstreams, views, admission, clientTools }: ForwardDeps,
  server: string,
  caller: Caller | undefined,
): Promise<readonly ShownTool[]> {
  await upstreams.listNewcomers((one) => one === server, caller)
  const { tools } = await views.holdings()
  const isSeen = clientTools.isSeenBy(undefined) ?? (() => true)
  return [...tools.values()]
    .filter((tool) => tool.server === server && isSeen(tool) && admission.shows(caller, tool))
    .map(shownTool)
}

function requireServer(servers: ToolServers, server: string): void {
  if (servers.names().includes(server)) return
  throw new EngineError('server_not_found', phrase`No upstream is called ${server}`, {
    hint: '`tamis gateway list` names them.',
    details: { server },
  })
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {}
}

const longestName = 64

/** Every tool under a name of its own, at most 64 plain characters, for clients that want no discovery. */
function transparentNames(
  tools: readonly CatalogTool[],
  digest: Digest,
): ReadonlyMap<string, CatalogTool> {
  const names = new Map<string, CatalogTool>()
  for (const tool of tools) {
    const plain = `${tool.server}__${tool.name}`.replace(/[^A-Za-z0-9_-]/g, '_')
    const isFree = plain.length <= longestName && !names.has(plain)
    names.set(
      isFree ? plain : shortId(`${plain.slice(0, longestName - 17)}_`, digest(tool.id)),
      tool,
    )
  }
  return names
}
