import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { Log } from '../../../ports/log.ts'
import type { CatalogStore, CatalogTool, ServerRecord } from '../../../ports/store/catalog.ts'
import type { Peers } from '../../../ports/store/peers.ts'
import type {
  ClientConnection,
  ServerListing,
  ServerStatus,
  ToolServers,
} from '../../../ports/tool-server.ts'
import { adoptSkills } from '../catalog/adopt-skills.ts'
import { adoptTools, approveTool } from '../catalog/adopt-tools.ts'
import { sanitizeText } from '../catalog/sanitize.ts'
import type { ClientTools } from './client-tools.ts'
import { digestOfAll, digestOfTool, isPending } from './pending-tool.ts'
import type { Policy } from './policy.ts'

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
  readonly clientTools: ClientTools
}

export interface GatewaySettings {
  /** Upstreams that are seen but not callable until approved. */
  readonly quarantined: ReadonlySet<string>
  /** Upstreams whose destructive tools run without an explicit confirm. */
  readonly unconfirmed: ReadonlySet<string>
  /** Who may use what, as the configuration has it now. */
  readonly policy: () => Omit<Policy, 'unconfirmed'>
  /** What of the upstreams is offered beside tools. */
  readonly offers: readonly ('prompts' | 'resources')[]
  /** How long a search waits for servers that were never listed. */
  readonly firstListingMs: number
  readonly maxStringChars: number
  readonly maxMediaBytes: number
  readonly resultTtlMs: number
}

/** Keeps the catalog in step with the upstreams. */
export interface Upstreams {
  /** Lists a server and takes over what it offers. Several callers share one listing. */
  sync(server: string, caller?: Caller): Promise<void>
  /**
   * Waits, but not long, for servers that were never listed, and names those still missing, with
   * those that failed; the rest is in the catalog already. Only for those that a call needs, where it
   * needs only some.
   */
  listNewcomers(needed?: (server: string) => boolean, caller?: Caller): Promise<readonly string[]>
  /** Lists a server that a call needs and that was never listed; throws why that cannot be done. */
  requireListed(server: string, caller: Caller | undefined): Promise<void>
  /** After a server was used: lists it once in the life of this process, in the background. */
  refreshOnce(server: string, caller?: Caller): void
  /** Lists a server in the background. */
  relist(server: string, caller: Caller | undefined): void
  /** Approves what has the digest `shown`, and gives the tools as they waited. */
  approve(server: string, shown: string, tool?: string): Promise<readonly CatalogTool[]>
  eraOf(server: string): Promise<string | undefined>
  /** Told when what a server offers has changed in the catalog; the function that is returned ends that. */
  onChange(listener: () => void): () => void
  /** Why the skills of a server could not be listed when it last was. */
  skillsProblem(server: string): string | undefined
}

export function createUpstreams(deps: UpstreamsDeps): Upstreams {
  const { catalog, servers, log } = deps
  const listing = new Map<string, Promise<void>>()
  const refreshed = new Set<string>()
  const skillsProblems = new Map<string, string>()
  const listeners = new Set<() => void>()

  function sync(server: string, caller?: Caller): Promise<void> {
    const key = JSON.stringify([server, caller?.tokenId, caller?.name])
    const running = listing.get(key) ?? syncServer(deps, server, caller).then(noteListing(server))
    listing.set(key, running)
    return running.finally(() => listing.delete(key))
  }

  function noteListing(server: string): (listed: Adopted) => void {
    return ({ skillsProblem: problem, isChanged }) => {
      if (isChanged) for (const listener of listeners) listener()
      skillsProblems.delete(server)
      if (problem === undefined) return
      skillsProblems.set(server, problem)
      log.warn('upstream-skills-not-listed', { server, problem })
    }
  }

  const syncQuietly = (server: string, caller?: Caller): Promise<void> =>
    quietly(server, sync(server, caller))

  function quietly(server: string, work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => {
      const code = error instanceof EngineError ? error.code : String(error)
      if (code !== 'shutting_down') log.warn('upstream-not-listed', { server, code })
    })
  }

  /** A server that waits for approval shows nothing new to anybody. */
  async function noteClient(server: string, { key, list }: ClientConnection): Promise<void> {
    if ((await recordOf(catalog, server))?.isQuarantined !== false) return
    const { tools } = await list()
    const known = (await catalog.tools()).filter((tool) => tool.server === server)
    const names = new Set(known.map(({ name }) => name))
    const isNew = deps.clientTools.note(key, server, tools, names)
    if (isNew) for (const listener of listeners) listener()
  }

  servers.onToolsChanged((server, caller, client) => {
    void quietly(server, client ? noteClient(server, client) : sync(server, caller))
  })

  return {
    sync,
    async listNewcomers(needed = () => true, caller = undefined) {
      const known = new Set((await catalog.servers()).map(({ name }) => name))
      const missing = new Set(servers.names().filter((name) => needed(name) && !known.has(name)))
      const newcomers = [...missing].filter((name) => mayAnswer(servers.status(name), caller))
      if (newcomers.length === 0) return [...missing]
      const listed = async (server: string): Promise<void> => {
        await sync(server, caller)
        missing.delete(server)
      }
      const all = Promise.all(newcomers.map((server) => quietly(server, listed(server))))
      await Promise.race([all, deps.pause(deps.settings.firstListingMs)])
      return [...missing]
    },
    async requireListed(server, caller) {
      const isKnown = (await recordOf(catalog, server)) !== undefined
      if (!isKnown && servers.names().includes(server)) await sync(server, caller)
    },
    refreshOnce(server, caller) {
      if (refreshed.has(server)) return
      refreshed.add(server)
      void syncQuietly(server, caller)
    },
    relist: (server, caller) => void syncQuietly(server, caller),
    approve: (server, shown, tool) => alone(deps, () => approve(deps, server, shown, tool)),
    eraOf: async (server) => (await recordOf(catalog, server))?.era,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    skillsProblem: (server) => skillsProblems.get(server),
  }
}

/** One that failed is not waited for, unless it only waits for somebody it knows. */
function mayAnswer({ state, isAwaitingPeople }: ServerStatus, caller: Caller | undefined): boolean {
  return state !== 'failed' || (isAwaitingPeople === true && caller !== undefined)
}

/** A change that rests on what was read: no other daemon makes one meanwhile. */
function alone<Result>({ peers }: UpstreamsDeps, work: () => Promise<Result>): Promise<Result> {
  return peers ? peers.alone('catalog', work) : work()
}

async function syncServer(
  deps: UpstreamsDeps,
  server: string,
  caller: Caller | undefined,
): Promise<Adopted> {
  const record = await recordOf(deps.catalog, server)
  const listing = await listOrForgetEra(deps, record, server, caller)
  return { ...listing, isChanged: await alone(deps, () => adoptListing(deps, server, listing)) }
}

interface Adopted extends ServerListing {
  /** Whether its tools are not those that were known. */
  readonly isChanged: boolean
}

/** Reads again what is known: a person may have approved it while the server was listed. */
async function adoptListing(
  deps: UpstreamsDeps,
  server: string,
  listing: ServerListing,
): Promise<boolean> {
  const { catalog, now } = deps
  const record = await recordOf(catalog, server)
  const isQuarantined = record?.isQuarantined ?? deps.settings.quarantined.has(server)
  const known = (await catalog.tools()).filter((tool) => tool.server === server)
  const options = { digest: deps.digest, isQuarantined }
  const tools = adoptTools(server, listing.tools, known, options)
  const isChanged = JSON.stringify(tools) !== JSON.stringify(known)
  if (isChanged) await catalog.replaceTools(server, tools)
  const next: ServerRecord = {
    name: server,
    description: sanitizeText(listing.description).text.slice(0, longestDescription),
    kind: 'upstream',
    isQuarantined,
    era: listing.era,
    lastSeenAt: now(),
    ...skillsIn(server, listing, record),
  }
  const isSame =
    record &&
    JSON.stringify({ ...record, lastSeenAt: 0 }) === JSON.stringify({ ...next, lastSeenAt: 0 })
  if (!isSame) await catalog.saveServer(next)
  return isChanged
}

const longestDescription = 2000

/** Those that are known stay while a server cannot list them. */
function skillsIn(
  server: string,
  { skills, skillsProblem }: ServerListing,
  record: ServerRecord | undefined,
): Pick<ServerRecord, 'skills'> {
  if (skills) return { skills: adoptSkills(server, skills) }
  return skillsProblem !== undefined && record?.skills ? { skills: record.skills } : {}
}

/** A remembered protocol that no longer works is forgotten, so that the next start probes. */
async function listOrForgetEra(
  { catalog, servers }: UpstreamsDeps,
  record: ServerRecord | undefined,
  server: string,
  caller: Caller | undefined,
): Promise<ServerListing> {
  try {
    return await servers.list(server, { era: record?.era, caller })
  } catch (error) {
    if (record?.era !== undefined) {
      const { era: _, ...rest } = record
      await catalog.saveServer(rest)
    }
    throw error
  }
}

async function approve(
  { catalog, digest }: UpstreamsDeps,
  server: string,
  shown: string,
  name: string | undefined,
): Promise<readonly CatalogTool[]> {
  const record = await recordOf(catalog, server)
  const tools = (await catalog.tools()).filter((tool) => tool.server === server)
  if (!record)
    throw new EngineError('server_not_found', phrase`${server} has not been seen yet`, {
      hint: '`tamis gateway doctor` lists every server.',
      details: { server },
    })
  const isMeant = (tool: CatalogTool): boolean =>
    (name === undefined || tool.name === name) && isPending(tool)
  const waiting = tools.filter(isMeant)
  if (name !== undefined && !tools.some((tool) => tool.name === name))
    throw new EngineError('tool_not_found', phrase`${server} has no tool ${name}`, {
      details: { server, name },
    })
  const [only] = waiting
  if (name !== undefined && only === undefined) return []
  const now = name !== undefined && only ? digestOfTool(only, digest) : digestOfAll(waiting, digest)
  if (shown !== now)
    throw new EngineError('approval_stale', phrase`What waits on ${server} is not what was shown`, {
      hint: phrase`\`tamis gateway pending ${server}\` shows what waits now; look at it and approve again.`,
      details: { server },
    })
  await catalog.replaceTools(
    server,
    tools.map((tool) => (isMeant(tool) ? approveTool(tool) : tool)),
  )
  if (record.isQuarantined) await catalog.saveServer({ ...record, isQuarantined: false })
  return waiting
}

async function recordOf(catalog: CatalogStore, server: string): Promise<ServerRecord | undefined> {
  return (await catalog.servers()).find(({ name }) => name === server)
}
