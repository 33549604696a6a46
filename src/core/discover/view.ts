import type { Embedder } from '../../ports/embedder.ts'
import type { Capability, CatalogVersion } from '../../ports/store/catalog.ts'
import { foldText } from '../text/fold.ts'
import { capabilityEntries, type Entry, toolEntry } from './entries.ts'
import { createHoldings, type Holdings, type HoldingsDeps } from './holdings.ts'
import { type Learned, studyPast, toLearned } from './learned.ts'
import { buildMeaningIndex, type MeaningIndex } from './meaning.ts'
import type { PastRuns } from './past-runs.ts'
import {
  buildSearchIndex,
  createReader,
  type SearchIndex,
  type TextReader,
} from './search-index.ts'

/** Everything known at one moment, ready to answer. */
export interface View extends Holdings, Learned, Searchable {}

interface Searchable {
  readonly index: SearchIndex
  /** Entry id → position in the index. */
  readonly positions: ReadonlyMap<string, number>
  /** The words of a capability's intents and of a tool's first sentence, folded → position. */
  readonly spoken: ReadonlyMap<string, number>
  /** Absent without an embedder, and until the catalog is embedded. */
  readonly meaning: MeaningIndex | undefined
}

export interface Views {
  /** What may be found and used now, without what only a search needs. */
  holdings(): Promise<Holdings>
  current(): Promise<View>
  /** The catalog of the last search with what was learned since: enough for a hint. */
  lately(): Promise<View>
}

export interface ViewDeps extends HoldingsDeps {
  readonly embedder?: Embedder | undefined
  readonly runs: PastRuns
  /** Told when the embedder failed; the search goes on without it. */
  readonly onEmbedderFailure: (error: unknown) => void
  readonly pause: (ms: number, isHolding?: boolean) => Promise<void>
}

/** New traces wait until they are this share of the old, so that a busy store is not read all the time. */
const worthReading = 0.02

interface Entries extends Searchable {
  readonly held: Holdings
}

/** A search waits this long for what is being embedded, then goes by words alone. */
const mostWaitMs = 500
/** How much the past counts is tried again when it has grown by this share. */
const worthTrying = 0.1

/** Reads the store again only when it changed; embeds and studies what it read on the side. */
export function createViews(deps: ViewDeps): Views {
  const vectors = new Map<string, Float32Array>()
  const intentVectors = new Map<string, Float32Array>()
  const holdingsAt = createHoldings(deps)
  const reader = createReader()
  let tracesRead = -1
  let entries: Entries | undefined
  let learned: Learned | undefined
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

  async function readAgain(held: Holdings): Promise<Entries> {
    const fresh = toEntries(held, reader)
    entries = fresh
    await Promise.race([embedOnTheSide(fresh), deps.pause(mostWaitMs, true)])
    return entries
  }

  async function learnAgain(
    { positions }: Entries,
    latest: CatalogVersion,
    areToolsNew: boolean,
  ): Promise<Learned> {
    const fresh = toLearned(await deps.runs.all(latest.traces), positions)
    const target = learned ? { ...fresh, strength: learned.strength } : fresh
    // Another catalog may have been read meanwhile; what is learned points into one only.
    if (entries?.positions !== positions) return target
    learned = target
    tracesRead = latest.traces
    studyOnTheSide(target, areToolsNew || target.evidence.past.length >= tried * (1 + worthTrying))
    return target
  }

  async function read(): Promise<View> {
    const latest = await deps.catalog.version()
    const held = await holdingsAt(latest)
    const before = entries
    if (before?.held === held) {
      embedAgainIfMissing(before)
      return { ...held, ...before, ...(await learnedBy(before, latest)) }
    }
    const fresh = await readAgain(held)
    const past = await learnAgain(fresh, latest, before?.held.tools !== held.tools)
    return { ...held, ...fresh, ...past }
  }

  /** What the past taught, read again when enough has been added to it. */
  async function learnedBy(current: Entries, latest: CatalogVersion): Promise<Learned> {
    const newTraces = latest.traces - tracesRead
    const areWorth = newTraces > 0 && newTraces >= worthReading * (learned?.traces.length ?? 0)
    return learned && !areWorth ? learned : learnAgain(current, latest, false)
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
      const past = await learnedBy(entries, await deps.catalog.version())
      return { ...entries.held, ...entries, ...past }
    },
    holdings: async () => holdingsAt(await deps.catalog.version()),
  }
}

function toEntries(held: Holdings, reader: TextReader): Entries {
  const { tools, servers, capabilities } = held
  const shown = [...capabilities.values()].filter(({ isForgotten }) => !isForgotten)
  const found: readonly Entry[] = [
    ...[...tools.values()].map((tool) =>
      toolEntry(tool, servers.get(tool.server)?.description ?? ''),
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
