import { EngineError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { Log } from '../../../ports/log.ts'
import type { CatalogStore, CatalogTool, ServerRecord } from '../../../ports/store/catalog.ts'
import type { Peers } from '../../../ports/store/peers.ts'
import type { ServerListing, ToolServers } from '../../../ports/tool-server.ts'
import { adoptTools, approveTool } from '../catalog/adopt-tools.ts'
import { sanitizeText } from '../catalog/sanitize.ts'

export interface UpstreamsDeps {
  readonly catalog: CatalogStore
  readonly servers: ToolServers
  readonly digest: Digest
  readonly now: Clock
  readonly log: Log
  /** Other daemons on the same catalog. */
  readonly peers?: Peers
  /** Resolves after so many milliseconds; the process may end before, unless it is held. */
  readonly pause: (ms: number, isHolding?: boolean) => Promise<void>
  readonly settings: GatewaySettings
}

export interface GatewaySettings {
  /** Upstreams that are seen but not callable until approved. */
  readonly quarantined: ReadonlySet<string>
  /** Upstreams whose destructive tools run without an explicit confirm. */
  readonly unconfirmed: ReadonlySet<string>
  /** How long a search waits for servers that were never listed. */
  readonly firstListingMs: number
  readonly maxStringChars: number
  readonly resultTtlMs: number
}

/** Keeps the catalog in step with the upstreams. */
export interface Upstreams {
  /** Lists a server and takes over what it offers. Several callers share one listing. */
  sync(server: string): Promise<void>
  /**
   * Waits, but not long, for servers that were never listed, and names those still missing; the rest
   * is in the catalog already. Only for those that a call needs, where it needs only some.
   */
  listNewcomers(needed?: (server: string) => boolean): Promise<readonly string[]>
  /** After a server was used: lists it once in the life of this process, in the background. */
  refreshOnce(server: string): void
  approve(server: string, tool?: string): Promise<readonly CatalogTool[]>
  eraOf(server: string): Promise<string | undefined>
}

export function createUpstreams(deps: UpstreamsDeps): Upstreams {
  const { catalog, servers, log } = deps
  const listing = new Map<string, Promise<void>>()
  const refreshed = new Set<string>()

  function sync(server: string): Promise<void> {
    const running = listing.get(server) ?? syncServer(deps, server)
    listing.set(server, running)
    return running.finally(() => listing.delete(server))
  }

  function syncQuietly(server: string): Promise<void> {
    return sync(server).catch((error: unknown) => {
      const code = error instanceof EngineError ? error.code : String(error)
      if (code !== 'shutting_down') log.warn('upstream-not-listed', { server, code })
    })
  }

  servers.onToolsChanged((server) => void syncQuietly(server))

  return {
    sync,
    async listNewcomers(needed = () => true) {
      const known = new Set((await catalog.servers()).map(({ name }) => name))
      const newcomers = servers
        .names()
        .filter((name) => needed(name) && !known.has(name))
        .filter((name) => servers.status(name).state !== 'failed')
      if (newcomers.length === 0) return []
      const missing = new Set(newcomers)
      const all = Promise.all(
        newcomers.map((server) => syncQuietly(server).then(() => missing.delete(server))),
      )
      await Promise.race([all, deps.pause(deps.settings.firstListingMs)])
      return [...missing]
    },
    refreshOnce(server) {
      if (refreshed.has(server)) return
      refreshed.add(server)
      void syncQuietly(server)
    },
    approve: (server, tool) => alone(deps, () => approve(catalog, server, tool)),
    eraOf: async (server) => (await recordOf(catalog, server))?.era,
  }
}

/** A change that rests on what was read: no other daemon makes one meanwhile. */
function alone<Result>({ peers }: UpstreamsDeps, work: () => Promise<Result>): Promise<Result> {
  return peers ? peers.alone('catalog', work) : work()
}

async function syncServer(deps: UpstreamsDeps, server: string): Promise<void> {
  const listing = await listOrForgetEra(deps, await recordOf(deps.catalog, server), server)
  await alone(deps, () => adoptListing(deps, server, listing))
}

/** Reads again what is known: a person may have approved it while the server was listed. */
async function adoptListing(
  deps: UpstreamsDeps,
  server: string,
  listing: ServerListing,
): Promise<void> {
  const { catalog, now } = deps
  const record = await recordOf(catalog, server)
  const isQuarantined = record?.isQuarantined ?? deps.settings.quarantined.has(server)
  const known = (await catalog.tools()).filter((tool) => tool.server === server)
  const options = { digest: deps.digest, isQuarantined }
  const tools = adoptTools(server, listing.tools, known, options)
  if (JSON.stringify(tools) !== JSON.stringify(known)) await catalog.replaceTools(server, tools)
  const next: ServerRecord = {
    name: server,
    description: sanitizeText(listing.description).text.slice(0, longestDescription),
    kind: 'upstream',
    isQuarantined,
    era: listing.era,
    lastSeenAt: now(),
  }
  const isSame =
    record &&
    JSON.stringify({ ...record, lastSeenAt: 0 }) === JSON.stringify({ ...next, lastSeenAt: 0 })
  if (!isSame) await catalog.saveServer(next)
}

const longestDescription = 2000

/** A remembered protocol that no longer works is forgotten, so that the next start probes. */
async function listOrForgetEra(
  { catalog, servers }: UpstreamsDeps,
  record: ServerRecord | undefined,
  server: string,
): Promise<ServerListing> {
  try {
    return await servers.list(server, { era: record?.era })
  } catch (error) {
    if (record?.era !== undefined) {
      const { era: _, ...rest } = record
      await catalog.saveServer(rest)
    }
    throw error
  }
}

async function approve(
  catalog: CatalogStore,
  server: string,
  name: string | undefined,
): Promise<readonly CatalogTool[]> {
  const record = await recordOf(catalog, server)
  const tools = (await catalog.tools()).filter((tool) => tool.server === server)
  if (!record)
    throw new EngineError('server_not_found', `${server} has not been seen yet`, {
      hint: '`tamis gateway doctor` lists every server.',
      details: { server },
    })
  const isMeant = (tool: CatalogTool): boolean =>
    (name === undefined || tool.name === name) &&
    (tool.state === 'pending' || tool.proposed !== undefined)
  const approved = tools.filter(isMeant).map(approveTool)
  if (name !== undefined && !tools.some((tool) => tool.name === name))
    throw new EngineError('tool_not_found', `${server} has no tool ${name}`, {
      details: { server, name },
    })
  await catalog.replaceTools(
    server,
    tools.map((tool) => (isMeant(tool) ? approveTool(tool) : tool)),
  )
  if (record.isQuarantined) await catalog.saveServer({ ...record, isQuarantined: false })
  return approved
}

async function recordOf(catalog: CatalogStore, server: string): Promise<ServerRecord | undefined> {
  return (await catalog.servers()).find(({ name }) => name === server)
}
