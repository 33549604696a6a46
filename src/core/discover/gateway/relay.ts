import { EngineError } from '../../../errors.ts'
import type { CatalogTool, JsonObject } from '../../../ports/store/catalog.ts'
import type {
  LinkEvents,
  ServerLink,
  ServerStatus,
  ToolServers,
  UpstreamRequest,
} from '../../../ports/tool-server.ts'
import { sanitizeJson } from '../catalog/sanitize.ts'
import { type ShortenCall, type ShortenDeps, shortenResult } from '../run/shorten-result.ts'
import { type AllowedDeps, allowedTool } from './allowed-tool.ts'
import { isAllKnown, reviewTools } from './review-tools.ts'

export interface RelayDeps extends AllowedDeps, ShortenDeps {
  readonly servers: ToolServers
}

/** One upstream for one client, everything it offers: each message passes, looked at once. */
export interface Relay {
  readonly transport: ServerStatus['transport']
  /** Throws when the client may not send this. */
  check(message: JsonObject): Promise<void>
  /** What the client gets to see: approved tools in approved words, long texts shortened. */
  review(message: JsonObject): Promise<JsonObject>
  exchange(request: UpstreamRequest): Promise<Response>
  link(events: LinkEvents): Promise<ServerLink>
}

/** What a server that nobody approved yet may be asked. */
const harmless = ['initialize', 'ping', 'server/discover', 'tools/list']

export type RelayCall = ShortenCall

export function createRelay(deps: RelayDeps, server: string, call: RelayCall): Relay {
  const { servers, upstreams, views } = deps

  async function toolsOf(part: 'tools' | 'everyTool'): Promise<ReadonlyMap<string, CatalogTool>> {
    const all = [...(await views.holdings())[part].values()]
    return new Map(all.filter((tool) => tool.server === server).map((tool) => [tool.name, tool]))
  }

  async function review(listed: readonly unknown[]): Promise<readonly JsonObject[]> {
    if (!isAllKnown(listed, await toolsOf('everyTool')))
      await upstreams.sync(server).catch((error: unknown) => {
        const code = error instanceof EngineError ? error.code : String(error)
        deps.log.warn('upstream-not-listed', { server, code })
      })
    return reviewTools(listed, await toolsOf('tools'))
  }

  return {
    transport: servers.status(server).transport,
    async check({ method, params }) {
      if (typeof method !== 'string' || method.startsWith('notifications/')) return
      if (method === 'tools/call') await allowedTool(deps, server, nameIn(params))
      else if (!harmless.includes(method)) await requireApproved(deps, server)
    },
    async review(message) {
      const { result } = message
      if (!isObject(result)) return message
      const tools = Array.isArray(result.tools) ? { tools: await review(result.tools) } : {}
      const shown = { ...result, ...cleaned(result), ...tools }
      return { ...message, result: await shortenResult(deps, shown, server, call) }
    },
    exchange: (request) => servers.exchange(server, request),
    link: (events) => servers.link(server, events),
  }
}

/** What a server says of itself and of what it offers; models read all of it. */
const described = ['instructions', 'serverInfo', 'prompts', 'resources', 'resourceTemplates']

function cleaned(result: JsonObject): JsonObject {
  return Object.fromEntries(
    described
      .filter((name) => name in result)
      .map((name) => [name, sanitizeJson(result[name]).value]),
  )
}

async function requireApproved({ upstreams, views }: AllowedDeps, server: string): Promise<void> {
  await upstreams.listNewcomers()
  const record = (await views.holdings()).servers.get(server)
  if (record?.isQuarantined !== true) return
  throw new EngineError('tool_not_callable', `${server} waits for approval`, {
    hint: `\`tamis gateway approve ${server}\` allows it.`,
    details: { server },
  })
}

function nameIn(params: unknown): unknown {
  return isObject(params) ? params.name : undefined
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
