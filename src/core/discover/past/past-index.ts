import type { Embedder } from '../../../ports/embedder.ts'
import type { Capability, Trace } from '../../../ports/store/catalog.ts'
import { embedAll, keepOnly } from '../rank/embed-all.ts'
import { readIntent } from '../rank/intent.ts'
import type { MeaningIndex } from '../rank/meaning.ts'
import { signalSums } from '../rank/rank.ts'
import type { SearchIndex } from '../rank/search-index.ts'
import { buildEvidenceIndex, type EvidenceIndex, type Strength } from './evidence-index.ts'
import { createFollowers } from './followers.ts'
import { buildToolGraph, type ToolGraph } from './tool-graph.ts'
import { chooseStrength, type Untaught, untried } from './trust-past.ts'

/** What past executions teach. */
export interface PastIndex {
  readonly traces: readonly Trace[]
  /** Runs that used a tool, oldest first. */
  readonly runsOf: (id: string) => readonly Trace[]
  /** Runs that a capability was learned from, and its own. */
  readonly followersOf: (capability: Capability) => readonly Trace[]
  readonly evidence: EvidenceIndex
  /** How much the evidence counts. */
  readonly strength: Strength
  readonly graph: ToolGraph
}

/** A hundred characters each; where intents are longer, the newest count. */
const mostIntentChars = 2_000_000

/** Reads the past by its words alone, to be believed lightly. */
export function toPastIndex(
  traces: readonly Trace[],
  positions: ReadonlyMap<string, number>,
): PastIndex {
  const useful = newestWithin(
    traces.filter(({ isSuccess, intent }) => isSuccess && intent !== ''),
    mostIntentChars,
  )
  const entriesOf = sharedEntries(positions)
  const past = useful.map((trace) => ({ intent: trace.intent, entries: entriesOf(trace) }))
  // The single runs of a sequence are there already.
  const runs = groupRuns(traces.filter(({ origin }) => origin !== 'sequence'))
  const followers = createFollowers()
  traces.forEach(followers.add)
  return {
    traces,
    followersOf: followers.of,
    runsOf: (id) => runs.get(id) ?? [],
    evidence: buildEvidenceIndex(past, positions.size),
    strength: untried,
    graph: buildToolGraph(traces.filter(({ isSuccess }) => isSuccess)),
  }
}

export interface StudyDeps {
  /** Vectors of intents by text, kept from one study to the next. */
  readonly known: Map<string, Float32Array>
  readonly rest: () => Promise<void>
}

/** The evidence with the meaning of past intents added. */
export async function withMeaning(
  { known, rest }: StudyDeps,
  embedder: Embedder,
  { evidence }: PastIndex,
  entryCount: number,
): Promise<EvidenceIndex> {
  const texts = evidence.past.map(({ intent }) => readIntent(intent).text)
  const vectors = await embedAll(embedder, texts, 'query', known, rest)
  keepOnly(known, texts)
  return buildEvidenceIndex(evidence.past, entryCount, { vectors, reads: embedder.reads })
}

/** How much the past counts, found by searching with so many of its intents; takes its time. */
export function trustIn(
  rest: () => Promise<void>,
  evidence: EvidenceIndex,
  { index, meaning }: { readonly index: SearchIndex; readonly meaning: MeaningIndex | undefined },
  mostTried: number,
): Promise<Strength> {
  const untaught = async (text: string): Promise<Untaught> => {
    await rest()
    const intent = readIntent(text, index.isHeld)
    const found = await meaning?.of(intent, { hasPast: true })
    const sums = signalSums({ index, intent, ...(found ? { meaning: found } : {}) })
    return { sums: ofTools(sums, index), vector: found?.vector }
  }
  return chooseStrength(evidence, untaught, mostTried)
}

/** Which entries a run used; runs that used the same have the same list. */
function sharedEntries(
  positions: ReadonlyMap<string, number>,
): (trace: Trace) => readonly number[] {
  const known = new Map<string, readonly number[]>()
  return ({ tools, capability }) => {
    const used = [...new Set([...tools, ...(capability ? [capability] : [])])]
    const key = JSON.stringify(used)
    const entries = known.get(key) ?? used.flatMap((id) => positions.get(id) ?? [])
    known.set(key, entries)
    return entries
  }
}

/** A learned capability is made of the very intents that are tried, and would come first in each trial. */
function ofTools(sums: Float64Array, { entries }: SearchIndex): Float64Array {
  return sums.map((sum, entry) =>
    entries[entry]?.type === 'tool' ? sum : Number.NEGATIVE_INFINITY,
  )
}

function newestWithin(traces: readonly Trace[], mostChars: number): readonly Trace[] {
  let chars = 0
  const tooOld = traces.findLastIndex(({ intent }) => {
    chars += intent.length
    return chars > mostChars
  })
  return traces.slice(tooOld + 1)
}

function groupRuns(traces: readonly Trace[]): ReadonlyMap<string, readonly Trace[]> {
  const runs = new Map<string, Trace[]>()
  for (const trace of traces)
    for (const id of new Set(trace.tools)) {
      const list = runs.get(id)
      if (list) list.push(trace)
      else runs.set(id, [trace])
    }
  return runs
}
