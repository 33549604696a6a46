import type { Embedder } from '../../ports/embedder.ts'
import type {
  Capability,
  CatalogStore,
  CatalogTool,
  CatalogVersion,
  ServerRecord,
  Trace,
} from '../../ports/store/catalog.ts'
import { foldText } from '../text/fold.ts'
import { capabilityEntries, type Entry, toolEntry } from './entries.ts'
import { buildEvidenceIndex, type EvidenceIndex } from './evidence.ts'
import { buildMeaningIndex, type MeaningIndex } from './meaning.ts'
import { buildSearchIndex, type SearchIndex } from './search-index.ts'
import { buildToolGraph, type ToolGraph } from './tool-graph.ts'

/** Everything known at one moment, ready to answer. */
export interface View {
  /** Every tool of the catalog by id, also those that may not be used. */
  readonly everyTool: ReadonlyMap<string, CatalogTool>
  /** Tools that may be found and used. */
  readonly tools: ReadonlyMap<string, CatalogTool>
  readonly servers: ReadonlyMap<string, ServerRecord>
  readonly capabilities: ReadonlyMap<string, Capability>
  readonly index: SearchIndex
  /** Entry id → position in the index. */
  readonly positions: ReadonlyMap<string, number>
  /** The words of a capability's intents and of a tool's first sentence, folded → position. */
  readonly spoken: ReadonlyMap<string, number>
  readonly meaning: MeaningIndex | undefined
  readonly traces: readonly Trace[]
  /** Runs that used a tool or a capability, oldest first. */
  readonly runsOf: (id: string) => readonly Trace[]
  readonly evidence: EvidenceIndex
  readonly graph: ToolGraph
}

export interface ViewDeps {
  readonly catalog: CatalogStore
  readonly embedder?: Embedder | undefined
  /** Tools of our own, found like any other. */
  readonly ownTools: () => Promise<readonly CatalogTool[]>
  /** Upstreams of the configuration; others in the store are from an earlier one. */
  readonly configured: () => ReadonlySet<string>
  /** Told when the embedder failed; the search goes on without it. */
  readonly onEmbedderFailure: (error: unknown) => void
}

const mostTraces = 20_000
/** New traces wait until they are this share of the old, so that a busy store is not read all the time. */
const worthReading = 0.02

type Entries = Pick<
  View,
  'everyTool' | 'tools' | 'servers' | 'capabilities' | 'index' | 'positions' | 'spoken' | 'meaning'
>
type Learned = Pick<View, 'traces' | 'runsOf' | 'evidence' | 'graph'>

/** Reads the store again only when it changed. */
export function createViews(deps: ViewDeps): { current(): Promise<View> } {
  const vectors = new Map<string, Float32Array>()
  let version: CatalogVersion = { entries: -1, traces: -1 }
  let entries: Entries | undefined
  let learned: Learned | undefined
  let ownTools: readonly CatalogTool[] = []
  let reading: Promise<View> | undefined

  async function read(): Promise<View> {
    const latest = await deps.catalog.version()
    const own = await deps.ownTools()
    const isNew = entries === undefined || latest.entries !== version.entries || own !== ownTools
    if (isNew || entries === undefined) entries = await readEntries(deps, vectors, own)
    const fresh = latest.traces - version.traces
    const areTracesWorth = fresh > 0 && fresh >= worthReading * (learned?.traces.length ?? 0)
    const isLearned = learned !== undefined && !isNew && !areTracesWorth
    if (!isLearned || learned === undefined) {
      learned = await readLearned(deps.catalog, entries)
      version = { ...version, traces: latest.traces }
    }
    version = { ...version, entries: latest.entries }
    ownTools = own
    return { ...entries, ...learned }
  }

  return {
    current() {
      reading ??= read().finally(() => {
        reading = undefined
      })
      return reading
    },
  }
}

async function readEntries(
  deps: ViewDeps,
  vectors: Map<string, Float32Array>,
  own: readonly CatalogTool[],
): Promise<Entries> {
  const { catalog } = deps
  const [stored, servers, capabilities] = await Promise.all([
    catalog.tools(),
    catalog.servers(),
    catalog.capabilities(),
  ])
  const serverNamed = new Map(servers.map((server) => [server.name, server]))
  const everyTool = byId([...stored, ...own])
  const configured = deps.configured()
  const tools = byId([
    ...stored.filter((tool) => mayBeUsed(tool, serverNamed.get(tool.server), configured)),
    ...own,
  ])
  const shown = capabilities.filter(({ isForgotten }) => !isForgotten)
  const index = buildSearchIndex(toEntries(tools, serverNamed, shown))
  return {
    everyTool,
    tools,
    servers: serverNamed,
    capabilities: byId(capabilities),
    index,
    positions: new Map(index.entries.map(({ id }, position) => [id, position])),
    spoken: spokenOf(index, shown),
    meaning: await readMeaning(deps, index, vectors),
  }
}

function mayBeUsed(
  tool: CatalogTool,
  server: ServerRecord | undefined,
  configured: ReadonlySet<string>,
): boolean {
  if (tool.state !== 'active' || server === undefined || server.isQuarantined) return false
  return server.kind === 'registered' || configured.has(server.name)
}

function toEntries(
  tools: ReadonlyMap<string, CatalogTool>,
  servers: ReadonlyMap<string, ServerRecord>,
  capabilities: readonly Capability[],
): readonly Entry[] {
  return [
    ...[...tools.values()].map((tool) =>
      toolEntry(tool, servers.get(tool.server)?.description ?? ''),
    ),
    ...capabilities.flatMap((capability) => capabilityEntries(capability, (id) => tools.get(id))),
  ]
}

/** An embedder that fails takes only its own leg with it. */
async function readMeaning(
  { embedder, onEmbedderFailure }: ViewDeps,
  index: SearchIndex,
  vectors: Map<string, Float32Array>,
): Promise<MeaningIndex | undefined> {
  if (!embedder || index.entries.length === 0) return undefined
  try {
    return await buildMeaningIndex(embedder, index, vectors)
  } catch (error) {
    onEmbedderFailure(error)
    return undefined
  }
}

async function readLearned(
  catalog: CatalogStore,
  { positions }: Pick<Entries, 'positions'>,
): Promise<Learned> {
  const traces = await catalog.traces(mostTraces)
  const useful = traces.filter(({ isSuccess, intent }) => isSuccess && intent !== '')
  const past = useful.map(({ intent, tools, capability }) => ({
    intent,
    entries: [...new Set([...tools, ...(capability ? [capability] : [])])].flatMap(
      (id) => positions.get(id) ?? [],
    ),
  }))
  const runs = groupRuns(traces)
  return {
    traces,
    runsOf: (id) => runs.get(id) ?? [],
    evidence: buildEvidenceIndex(past),
    graph: buildToolGraph(traces.filter(({ isSuccess }) => isSuccess)),
  }
}

/** A capability comes before a tool with the same words, the first before later ones. */
function spokenOf(
  { entries }: SearchIndex,
  capabilities: readonly Capability[],
): ReadonlyMap<string, number> {
  const examples = new Map(
    capabilities.map(({ id, intent, examples }) => [id, [intent, ...examples]]),
  )
  const spoken = new Map<string, number>()
  const ordered = [...entries.entries()].sort(([, a], [, b]) =>
    a.type < b.type ? -1 : Number(a.type !== b.type),
  )
  for (const [position, { id, intent, step }] of ordered)
    for (const words of step ? [] : (examples.get(id) ?? [intent])) {
      const folded = foldText(words.trim())
      if (!spoken.has(folded)) spoken.set(folded, position)
    }
  return spoken
}

function groupRuns(traces: readonly Trace[]): ReadonlyMap<string, readonly Trace[]> {
  const runs = new Map<string, Trace[]>()
  for (const trace of traces)
    for (const id of new Set([...trace.tools, trace.capability ?? ''])) {
      const list = runs.get(id)
      if (list) list.push(trace)
      else runs.set(id, [trace])
    }
  return runs
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]))
}
