import type { Embedder } from '../../../ports/embedder.ts'
import type { Capability } from '../../../ports/store/catalog.ts'
import { foldText } from '../../text/fold.ts'
import { capabilityEntries, type Entry, skillEntry, toolEntry } from '../catalog/entries.ts'
import {
  createHoldings,
  type Holdings,
  type HoldingsDeps,
  type HoldingsReader,
} from '../catalog/holdings.ts'
import type { PastIndex } from '../past/past-index.ts'
import type { PastRuns } from '../past/past-runs.ts'
import { createPastScheduler } from '../past/past-scheduler.ts'
import { buildMeaning } from '../rank/build-meaning.ts'
import type { MeaningIndex } from '../rank/meaning.ts'
import {
  buildSearchIndex,
  createReader,
  type SearchIndex,
  type TextReader,
} from '../rank/search-index.ts'

/** Everything known at one moment, ready to answer. */
export interface View extends Holdings, PastIndex, Searchable {}

interface Searchable {
  readonly index: SearchIndex
  /** Entry id → position in the index. */
  readonly positions: ReadonlyMap<string, number>
  /** The words of a capability's intents and of a tool's first sentence, folded → position. */
  readonly spoken: ReadonlyMap<string, number>
  /** Absent without an embedder, and until the catalog is embedded. */
  readonly meaning: MeaningIndex | undefined
}

/** Its holdings come without what only a search needs. */
export interface Views extends HoldingsReader {
  current(): Promise<View>
  /** The catalog of the last search with what was learned since: enough for a hint. */
  lately(): Promise<View>
}

interface ViewDeps extends HoldingsDeps {
  readonly embedder?: Embedder | undefined
  readonly runs: PastRuns
  /** Told when the embedder failed; the search goes on without it. */
  readonly onEmbedderFailure: (error: unknown) => void
  readonly pause: (ms: number, isHolding?: boolean) => Promise<void>
}

interface Entries extends Searchable {
  readonly held: Holdings
}

/** A search waits this long for what is being embedded, then goes by words alone. */
const mostWaitMs = 500

/** Reads the store again only when it changed; embeds and studies what it read on the side. */
export function createViews(deps: ViewDeps): Views {
  const vectors = new Map<string, Float32Array>()
  const holdingsAt = createHoldings(deps)
  const reader = createReader()
  let entries: Entries | undefined
  let reading: Promise<View> | undefined
  let next: Promise<View> | undefined
  let embedding: Promise<void> | undefined
  const rest = (): Promise<void> => deps.pause(1)
  const learn = createPastScheduler({ ...deps, rest })

  async function embed(target: Entries): Promise<void> {
    if (!deps.embedder || target.index.entries.length === 0) return
    const meaning = await buildMeaning(deps.embedder, target.index, vectors, rest)
    if (entries === target) entries = { ...target, meaning }
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

  /** An embedder that was away may be back: searches go on by words while it is tried again. */
  function embedAgainIfMissing(current: Entries): void {
    if (!deps.embedder || current.meaning || embedding || current.index.entries.length === 0) return
    void embedOnTheSide(current)
  }

  async function readAgain(held: Holdings): Promise<Entries> {
    const fresh = toEntries(held, reader)
    entries = fresh
    await Promise.race([embedOnTheSide(fresh), deps.pause(mostWaitMs, true)])
    return entries
  }

  async function read(): Promise<View> {
    const latest = await deps.catalog.version()
    const held = await holdingsAt(latest)
    const known = entries?.held === held ? entries : undefined
    if (known) embedAgainIfMissing(known)
    const current = known ?? (await readAgain(held))
    return { ...held, ...current, ...(await learn(current, latest.traces)) }
  }

  function start(): Promise<View> {
    next = undefined
    const mine = read().finally(() => {
      if (reading === mine) reading = undefined
    })
    reading = mine
    return mine
  }

  function current(): Promise<View> {
    if (!reading) return start()
    // A reading that began earlier may have missed what was saved since: those who come share the next.
    next ??= reading.then(start, start)
    return next
  }

  return {
    current,
    async lately() {
      if (!entries) return current()
      const { traces } = await deps.catalog.version()
      return { ...entries.held, ...entries, ...(await learn(entries, traces)) }
    },
    holdings: async () => holdingsAt(await deps.catalog.version()),
  }
}

function toEntries(held: Holdings, reader: TextReader): Entries {
  const { tools, skills, servers, capabilities } = held
  const shown = [...capabilities.values()].filter(({ isForgotten }) => !isForgotten)
  const found: readonly Entry[] = [
    ...[...tools.values()].map((tool) =>
      toolEntry(tool, servers.get(tool.server)?.description ?? ''),
    ),
    ...[...skills.values()].map((skill) =>
      skillEntry(skill, servers.get(skill.server)?.description ?? ''),
    ),
    ...shown.flatMap((capability) => capabilityEntries(capability, (id) => tools.get(id))),
  ]
  const index = buildSearchIndex(found, reader)
  return {
    held,
    index,
    positions: new Map(index.entries.map(({ id }, position) => [id, position])),
    spoken: spokenOf(index, shown),
    meaning: undefined,
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
