import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { JsonObject } from '../../../ports/store/catalog.ts'
import type { ToolServers } from '../../../ports/tool-server.ts'
import { sanitizeJson } from '../catalog/sanitize.ts'
import { type ShortenDeps, shortenResult } from '../run/shorten-result.ts'
import type { Admission } from './admission.ts'
import type { Upstreams } from './upstreams.ts'

/** What upstreams offer beside tools, each kind under its field of the answer. */
const offeringKinds = {
  prompts: { method: 'prompts/list', name: 'name' },
  resources: { method: 'resources/list', name: 'uri' },
  resourceTemplates: { method: 'resources/templates/list', name: 'uriTemplate' },
} as const

type OfferingKind = keyof typeof offeringKinds

interface OfferingCall {
  readonly source: string
  readonly caller: Caller | undefined
  readonly signal: AbortSignal
}

/** Prompts and resources of all upstreams, under names that say whose each is. */
export interface Offerings {
  /** One page; of one upstream, with what it calls a page itself. */
  list(kind: OfferingKind, cursor: string | undefined, call: OfferingCall): Promise<OfferingPage>
  prompt(name: string, args: JsonObject, call: OfferingCall): Promise<JsonObject>
  resource(uri: string, call: OfferingCall): Promise<JsonObject>
}

interface OfferingPage {
  readonly items: readonly JsonObject[]
  readonly nextCursor?: string
  /** Upstreams that could not be asked. */
  readonly missing: readonly string[]
}

/** A page as one upstream cuts it. */
interface UpstreamPage {
  readonly items: readonly JsonObject[]
  readonly cursor: string | undefined
}

interface OfferingDeps extends ShortenDeps {
  readonly servers: ToolServers
  readonly upstreams: Upstreams
  readonly admission: Admission
}

export function createOfferings(deps: OfferingDeps): Offerings {
  const { servers, upstreams, admission } = deps

  async function ask(
    server: string,
    method: string,
    params: JsonObject,
    { caller, signal }: OfferingCall,
  ): Promise<JsonObject> {
    await admission.checkRequest(caller, server, method)
    const era = await upstreams.eraOf(server)
    return servers.request(server, method, params, { era, caller, signal })
  }

  async function fetchWhole(
    named: Named,
    method: string,
    params: JsonObject,
    call: OfferingCall,
  ): Promise<JsonObject> {
    const result = await ask(named.server, method, params, call)
    return (await shortenResult(deps, result, `${named.server} ${method}`, call)) as JsonObject
  }

  /** What one upstream has of a kind; `undefined` where it could not be asked. */
  async function askForPage(
    server: string,
    kind: OfferingKind,
    cursor: string | undefined,
    call: OfferingCall,
  ): Promise<UpstreamPage | undefined> {
    const { method, name } = offeringKinds[kind]
    const params = cursor === undefined ? {} : { cursor }
    try {
      const page = await ask(server, method, params, call).catch(whenAbsent)
      const items = itemsIn(page[kind]).map((item) => ({
        ...item,
        [name]: nameOf(kind, server, String(item[name])),
      }))
      return { items, cursor: typeof page.nextCursor === 'string' ? page.nextCursor : undefined }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      return undefined
    }
  }

  return {
    async list(kind, cursor, call) {
      const names = servers.names()
      const missing: string[] = []
      let [server, inner] = readCursor(cursor, names)
      while (server !== undefined) {
        const current: string = server
        const page = await askForPage(current, kind, inner, call)
        if (page === undefined) missing.push(current)
        const items = page?.items ?? []
        inner = page?.cursor
        if (inner === undefined) server = names[names.indexOf(current) + 1]
        if (items.length > 0 || server === undefined)
          return { items, missing, ...nextCursor(server, inner) }
      }
      return { items: [], missing }
    },
    async prompt(name, args, call) {
      const named = ownerOf(servers.names(), 'prompts', name)
      const params = { name: named.name, arguments: args }
      return fetchWhole(named, 'prompts/get', params, call)
    },
    async resource(uri, call) {
      const named = ownerOf(servers.names(), 'resources', uri)
      const result = await fetchWhole(named, 'resources/read', { uri: named.name }, call)
      const contents = itemsIn(result.contents).map((item) => ({
        ...item,
        uri: nameOf('resources', named.server, String(item.uri)),
      }))
      return { ...result, contents }
    },
  }
}

interface Named {
  readonly server: string
  readonly name: string
}

function prefixOf(kind: OfferingKind, server: string): string {
  return kind === 'prompts' ? `${server}__` : `tamis://${server}/`
}

function nameOf(kind: OfferingKind, server: string, name: string): string {
  return `${prefixOf(kind, server)}${name}`
}

/** Whose a name is; of two servers that could be meant, the one with the longer name. */
function ownerOf(servers: readonly string[], kind: OfferingKind, written: string): Named {
  const [server] = servers
    .filter((one) => written.startsWith(prefixOf(kind, one)))
    .toSorted((one, other) => other.length - one.length)
  if (server !== undefined) return { server, name: written.slice(prefixOf(kind, server).length) }
  throw new EngineError('invalid_input', phrase`Nothing is called ${written}`, {
    hint: 'The list of prompts and resources has their names.',
    details: { path: kind === 'prompts' ? 'name' : 'uri' },
  })
}

/** A server that has none of these, or none for this caller, offers none. */
function whenAbsent(error: unknown): JsonObject {
  if (!(error instanceof EngineError)) throw error
  const isAbsent = error.code === 'server_refused' && error.details.rpc_code === methodNotFound
  const isForbidden = ['policy_denied', 'tool_not_callable'].includes(error.code)
  const lacks = error.message.includes('does not support')
  if (isAbsent || isForbidden || lacks) return {}
  throw error
}

const methodNotFound = -32601

function nextCursor(
  server: string | undefined,
  inner: string | undefined,
): Pick<OfferingPage, 'nextCursor'> {
  if (server === undefined) return {}
  return { nextCursor: JSON.stringify(inner === undefined ? [server] : [server, inner]) }
}

function readCursor(
  cursor: string | undefined,
  names: readonly string[],
): readonly [string | undefined, string | undefined] {
  if (cursor === undefined) return [names[0], undefined]
  const [server, inner] = parsed(cursor)
  if (typeof server === 'string' && names.includes(server))
    return [server, typeof inner === 'string' ? inner : undefined]
  throw new EngineError('invalid_input', 'This cursor is not one of ours', {
    hint: 'Begin again without one.',
    details: { path: 'cursor' },
  })
}

function parsed(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(cursor)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function itemsIn(list: unknown): readonly JsonObject[] {
  const { value } = sanitizeJson(list)
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item) : []
}
