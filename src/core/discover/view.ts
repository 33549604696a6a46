import type { Embedder } from '../../ports/embedder.ts'
import type {
  Capability,
  CatalogStore,
  CatalogTool,
  CatalogVersion,
  ServerRecord,
} from '../../ports/store/catalog.ts'
import { foldText } from '../text/fold.ts'
import { capabilityEntries, type Entry, toolEntry } from './entries.ts'
import { type Learned, readLearned, studyPast } from './learned.ts'
import { buildMeaningIndex, type MeaningIndex } from './meaning.ts'
import { buildSearchIndex, type SearchIndex } from './search-index.ts'

/** Everything known at one moment, ready to answer. */
export interface View extends Learned {
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
  /** Absent without an embedder, and until the catalog is embedded. */
  readonly meaning: MeaningIndex | undefined
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
  readonly pause: (ms: number, isHolding?: boolean) => Promise<void>
}

/** New traces wait until they are this share of the old, so that a busy store is not read all the time. */
const worthReading = 0.02

type Entries = Omit<View, keyof Learned>

/** A search waits this long for what is being embedded, then goes by words alone. */
const mostWaitMs = 500
/** How much the past counts is tried again when it has grown by this share. */
const worthTrying = 0.1

/** Reads the store again only when it changed; embeds and studies what it read on the side. */
export function createViews(deps: ViewDeps): { current(): Promise<View> } {
  const vectors = new Map<string, Float32Array>()
  const intentVectors = new Map<string, Float32Array>()
  let version: CatalogVersion = { entries: -1, traces: -1 }
  let entries: Entries | undefined
  let learned: Learned | undefined
  let ownTools: readonly CatalogTool[] = []
  let configured = ''
  let reading: Promise<View> | undefined
  let next: Promise<View> | undefined
  let tried = 0
  let embedding: Promise<void> | undefined
  let studying: Promise<void> = Promise.resolve()
  const rest = (): Promise<void> => deps.pause(1)

  async function embed(target: Entries): Promise<void> {
    if (!deps.embedder || target.index.entries.length === 0) return
    const meaning = await buildMeaningIndex(deps.embedder, target.index, vectors, rest)
    if (entries === target) entries = { ...target, meaning }
  }

  async function study(target: Learned, isTrialDue: boolean): Promise<void> {
    const { length } = target.evidence.past
    if (learned !== target || !entries || length === 0) return
    if (isTrialDue) tried = length
    const { index, meaning } = entries
    const studyDeps = { embedder: deps.embedder, known: intentVectors, rest, isTrialDue }
    const found = await studyPast(studyDeps, target, index, meaning)
    if (learned === target) learned = found
  }

  /** One catalog after the other; an embedder that fails takes only its own leg with it. */
  function embedOnTheSide(target: Entries): Promise<void> {
    const work: Promise<void> = (embedding ?? Promise.resolve())
      .then(() => embed(target))
      .catch(deps.onEmbedderFailure)
      .finally(() => {
        if (embedding === work) embedding = undefined
      })
    embedding = work
    return work
  }

  /** After what is being embedded, which never waits for it. */
  function studyOnTheSide(target: Learned, isTrialDue: boolean): void {
    studying = Promise.all([studying, embedding])
      .then(() => study(target, isTrialDue))
      .catch(deps.onEmbedderFailure)
  }

  /** An embedder that was away may be back: searches go on by words while it is tried again. */
  function embedAgainIfMissing(current: Entries): void {
    if (!deps.embedder || current.meaning || embedding || current.index.entries.length === 0) return
    void embedOnTheSide(current)
    if (learned) studyOnTheSide(learned, true)
  }

  async function readAgain(own: readonly CatalogTool[]): Promise<Entries> {
    const fresh = await readEntries(deps, own)
    entries = fresh
    await Promise.race([embedOnTheSide(fresh), deps.pause(mostWaitMs, true)])
    return entries
  }

  async function learnAgain({ positions }: Entries, isNew: boolean): Promise<Learned> {
    const fresh = await readLearned(deps.catalog, positions)
    const target = learned ? { ...fresh, strength: learned.strength } : fresh
    learned = target
    studyOnTheSide(target, isNew || target.evidence.past.length >= tried * (1 + worthTrying))
    return target
  }

  async function read(): Promise<View> {
    const latest = await deps.catalog.version()
    const own = await deps.ownTools()
    const names = JSON.stringify([...deps.configured()])
    const isOther = own !== ownTools || names !== configured
    const isNew = entries === undefined || latest.entries !== version.entries || isOther
    if (isNew) {
      await readAgain(own)
      version = { ...version, entries: latest.entries }
      ownTools = own
      configured = names
    }
    const newTraces = latest.traces - version.traces
    const areTracesWorth =
      newTraces > 0 && newTraces >= worthReading * (learned?.traces.length ?? 0)
    const current = entries ?? (await readAgain(own))
    if (!isNew) embedAgainIfMissing(current)
    if (learned && !isNew && !areTracesWorth) return { ...current, ...learned }
    version = { ...version, traces: latest.traces }
    return { ...current, ...(await learnAgain(current, isNew)) }
  }

  function start(): Promise<View> {
    next = undefined
    const mine = read().finally(() => {
      if (reading === mine) reading = undefined
    })
    reading = mine
    return mine
  }

  return {
    /** A reading that began earlier may have missed what was saved since: those who come share the next. */
    current() {
      if (!reading) return start()
      next ??= reading.then(start, start)
      return next
    },
  }
}

async function readEntries(deps: ViewDeps, own: readonly CatalogTool[]): Promise<Entries> {
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
    meaning: undefined,
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

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]))
}
