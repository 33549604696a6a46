import type {
  Capability,
  CatalogSkill,
  CatalogStore,
  CatalogTool,
  CatalogVersion,
  ServerRecord,
} from '../../../ports/store/catalog.ts'

/** What the catalog holds, by id and name. */
export interface Holdings {
  /** Every tool of the catalog by id, also those that may not be used. */
  readonly everyTool: ReadonlyMap<string, CatalogTool>
  /** Tools that may be found and used. */
  readonly tools: ReadonlyMap<string, CatalogTool>
  /** Skills that may be read. */
  readonly skills: ReadonlyMap<string, CatalogSkill>
  readonly servers: ReadonlyMap<string, ServerRecord>
  readonly capabilities: ReadonlyMap<string, Capability>
  /** Whether an id may be named to this caller; every one where this is absent. */
  readonly isNamed?: ((entry: { readonly id: string }) => boolean) | undefined
}

/** Gives what may be found and used now. */
export interface HoldingsReader {
  holdings(): Promise<Holdings>
}

export interface HoldingsDeps {
  readonly catalog: CatalogStore
  /** Tools of our own, found like any other. */
  readonly ownTools: () => Promise<readonly CatalogTool[]>
  /** Skills of this machine, found like any other. */
  readonly localSkills: () => Promise<readonly CatalogSkill[]>
  /** Tools that a server offers to one client only; who else asks is not shown them. */
  readonly clientTools?: (() => readonly CatalogTool[]) | undefined
  /** Upstreams of the configuration; others in the store are from an earlier one. */
  readonly configured: () => ReadonlySet<string>
}

type Tools = Omit<Holdings, 'capabilities'>

/** Reads again only the part that changed; as long as nothing did, the answer is the same object. */
export function createHoldings(deps: HoldingsDeps): (latest: CatalogVersion) => Promise<Holdings> {
  let tools:
    | { readonly key: string; readonly own: readonly unknown[]; readonly value: Tools }
    | undefined
  let held: { readonly key: number; readonly value: Holdings } | undefined

  async function toolsAt(version: number): Promise<Tools> {
    const [own, local] = await Promise.all([deps.ownTools(), deps.localSkills()])
    const configured = deps.configured()
    const ofClients = deps.clientTools?.() ?? none
    const key = JSON.stringify([version, ...configured])
    const sources = [own, local, ofClients]
    if (tools?.key === key && sources.every((source, index) => tools?.own[index] === source))
      return tools.value
    const read = await readTools(deps.catalog, own, ofClients, configured)
    const value = { ...read, skills: byId([...skillsOf(read.servers, configured), ...local]) }
    tools = { key, own: sources, value }
    return value
  }

  return async (latest) => {
    const now = await toolsAt(latest.tools)
    if (held?.key === latest.capabilities && held.value.everyTool === now.everyTool)
      return held.value
    const value = { ...now, capabilities: byId(await deps.catalog.capabilities()) }
    held = { key: latest.capabilities, value }
    return value
  }
}

const none: readonly CatalogTool[] = []

async function readTools(
  catalog: CatalogStore,
  own: readonly CatalogTool[],
  ofClients: readonly CatalogTool[],
  configured: ReadonlySet<string>,
): Promise<Omit<Tools, 'skills'>> {
  const [stored, records] = await Promise.all([catalog.tools(), catalog.servers()])
  const servers = new Map(records.map((server) => [server.name, server]))
  const isUsable = (tool: CatalogTool): boolean =>
    mayBeUsed(tool, servers.get(tool.server), configured)
  const known = new Set(stored.map(({ id }) => id))
  // What the catalog says of a tool counts, also that it waits.
  const beside = ofClients.filter((tool) => !known.has(tool.id) && isUsable(tool))
  return {
    everyTool: byId([...beside, ...stored, ...own]),
    tools: byId([...beside, ...stored.filter(isUsable), ...own]),
    servers,
  }
}

function skillsOf(
  servers: ReadonlyMap<string, ServerRecord>,
  configured: ReadonlySet<string>,
): readonly CatalogSkill[] {
  return [...servers.values()].flatMap(({ name, isQuarantined, skills = [] }) =>
    isQuarantined || !configured.has(name) ? [] : skills,
  )
}

function mayBeUsed(
  tool: CatalogTool,
  server: ServerRecord | undefined,
  configured: ReadonlySet<string>,
): boolean {
  if (tool.state !== 'active' || server === undefined || server.isQuarantined) return false
  return server.kind === 'registered' || configured.has(server.name)
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]))
}
