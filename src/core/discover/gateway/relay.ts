import { EngineError } from '../../../errors.ts'
import type { CatalogTool, JsonObject } from '../../../ports/store/catalog.ts'
import type {
  LinkEvents,
  ServerLink,
  ServerStatus,
  ToolServers,
  UpstreamRequest,
} from '../../../ports/tool-server.ts'
import { isObject } from '../../text/json-splice.ts'
import type { HoldingsReader } from '../catalog/holdings.ts'
import { sanitizeJson } from '../catalog/sanitize.ts'
import { type ShortenCall, type ShortenDeps, shortenResult } from '../run/shorten-result.ts'
import type { Admission } from './admission.ts'
import { isAllKnown, reviewTools } from './review-tools.ts'
import type { SeenTools } from './seen-tools.ts'
import type { Upstreams } from './upstreams.ts'

interface RelayDeps extends ShortenDeps {
  readonly upstreams: Upstreams
  readonly views: HoldingsReader
  readonly admission: Admission
  readonly seen: SeenTools
  readonly servers: ToolServers
}

/** One upstream for one client, everything it offers: each message passes, looked at once. */
export interface Relay {
  readonly transport: ServerStatus['transport']
  /** Throws when the client may not send this. */
  check(message: JsonObject): Promise<void>
  /** What the client gets to see: approved tools in approved words, long texts shortened. */
  review(message: JsonObject): Promise<JsonObject>
  exchange(request: Omit<UpstreamRequest, 'caller'>): Promise<Response>
  link(events: LinkEvents): Promise<ServerLink>
}

export type RelayCall = Pick<ShortenCall, 'source' | 'caller'>

export function createRelay(deps: RelayDeps, server: string, call: RelayCall): Relay {
  const { servers, upstreams, views, admission } = deps
  const { caller } = call
  const lengths = createLengths()

  async function toolsOf(part: 'tools' | 'everyTool'): Promise<ReadonlyMap<string, CatalogTool>> {
    const all = [...(await views.holdings())[part].values()]
    return new Map(all.filter((tool) => tool.server === server).map((tool) => [tool.name, tool]))
  }

  async function review(listed: readonly unknown[]): Promise<readonly JsonObject[]> {
    if (!isAllKnown(listed, await toolsOf('everyTool')))
      await upstreams.sync(server, caller).catch((error: unknown) => {
        const code = error instanceof EngineError ? error.code : String(error)
        deps.log.warn('upstream-not-listed', { server, code })
      })
    const { servers: records } = await views.holdings()
    // New tools of a server that is trusted are, as those that our own connection finds.
    if (records.get(server)?.isQuarantined === false)
      deps.seen.note(server, listed, await toolsOf('everyTool'))
    const approved = [...deps.seen.of(server), ...(await toolsOf('tools'))]
    return reviewTools(
      listed,
      new Map(approved.filter(([, tool]) => admission.shows(caller, tool))),
    )
  }

  return {
    transport: servers.status(server).transport,
    async check({ id, method, params }) {
      if (typeof method !== 'string' || method.startsWith('notifications/')) return
      if (method !== 'tools/call') return admission.checkRequest(caller, server, method)
      const { name, arguments: args } = asObject(params)
      const tool = await admission.toolNamed(caller, server, name)
      const verdict = admission.checkCall(caller, tool, asObject(args), 'left-to-client')
      admission.countCall(caller, tool)
      lengths.note(id, verdict.maxStringChars)
    },
    async review(message) {
      const { id, result } = message
      const maxStringChars = 'method' in message ? undefined : lengths.take(id)
      if (!isObject(result)) return message
      const tools = Array.isArray(result.tools) ? { tools: await review(result.tools) } : {}
      const shown = { ...result, ...cleaned(result), ...tools }
      return {
        ...message,
        result: await shortenResult(deps, shown, server, { ...call, maxStringChars }),
      }
    },
    exchange: (request) => servers.exchange(server, { ...request, caller }),
    link: (events) => servers.link(server, events, caller),
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

/** How long strings may be in answers that are still to come, where policy has a length of its own. */
function createLengths(): {
  note(id: unknown, chars: number | undefined): void
  take(id: unknown): number | undefined
} {
  const expected = new Map<unknown, number>()
  return {
    note(id, chars) {
      if (chars === undefined) return
      const [oldest] = expected.keys()
      if (expected.size >= mostExpected) expected.delete(oldest)
      expected.set(id, chars)
    },
    take(id) {
      const chars = expected.get(id)
      expected.delete(id)
      return chars
    },
  }
}

/** A client that asks and never listens must not fill our memory. */
const mostExpected = 1000

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
