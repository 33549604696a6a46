import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildEvidenceIndex, weighClues } from '../../src/core/discover/past/evidence-index.ts'
import { chooseStrength } from '../../src/core/discover/past/trust-past.ts'
import { buildMeaning } from '../../src/core/discover/rank/build-meaning.ts'
import { featuresOf, standingOf } from '../../src/core/discover/rank/chance.ts'
import { embedAll } from '../../src/core/discover/rank/embed-all.ts'
import { readIntent } from '../../src/core/discover/rank/intent.ts'
import { judge, readQuestion, signalSums } from '../../src/core/discover/rank/rank.ts'
import { buildSearchIndex } from '../../src/core/discover/rank/search-index.ts'
import { signals } from '../../src/core/discover/rank/signals.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import type { Answered } from './fit-curve.ts'
import type { Case } from './fit-weights.ts'
import { type DiscoverSet, dataFolder, type RawTool, readJson, toEntry } from './sets.ts'

/** A catalog that can be asked: what the ranking sees of a query, before any number is fitted. */
export interface Asked {
  /** The signals of the best candidates. */
  caseOf(query: string, isRight: (entry: number) => boolean, wanted: number): Promise<Case>
  /** The best results as the fitted curve sees them; with `removed`, what is right is not there. */
  answered(
    query: string,
    isRight: (entry: number) => boolean,
    kind: Answered['kind'],
  ): Promise<Answered>
}

const shown = 10
const mostCandidates = 60

export async function askCatalog(
  name: string,
  entries: DiscoverSet['entries'],
  embedder: Embedder | undefined,
  past: readonly { readonly intent: string; readonly entries: readonly number[] }[] = [],
): Promise<Asked> {
  const index = buildSearchIndex(entries)
  const meanings = embedder && (await buildMeaning(embedder, index, new Map()))
  const meaningOf = async (text: string) => {
    const intent = readIntent(text)
    const meaning = await meanings?.of(intent, { hasPast: past.length > 0 })
    return { index, intent, ...(meaning ? { meaning } : {}) }
  }
  const texts = past.map(({ intent }) => readIntent(intent).text)
  const meant = embedder && {
    vectors: await embedAll(embedder, texts, 'query', new Map()),
    reads: embedder.reads,
  }
  const evidence = buildEvidenceIndex(past, entries.length, meant)
  const strength = await chooseStrength(evidence, async (text) => {
    const input = await meaningOf(text)
    return { sums: signalSums(input), vector: input.meaning?.vector }
  })
  const inputOf = async (query: string) => {
    const input = await meaningOf(query)
    if (past.length === 0) return input
    return { ...input, evidence: weighClues(evidence.of(query, input.meaning?.vector), strength) }
  }

  return {
    async caseOf(query, isRight, wanted) {
      const input = await inputOf(query)
      const question = readQuestion(input)
      const { hits } = judge(input, mostCandidates)
      return {
        set: name,
        wanted,
        candidates: hits.map(({ document }) => ({
          values: Float64Array.from(signals, (signal) => signal.of(question, document)),
          server: index.serverOf[document] ?? -1,
          isRight: isRight(document),
        })),
      }
    },
    async answered(query, isRight, kind) {
      const isRemoved = kind === 'removed'
      const input = await inputOf(query)
      const isWanted = (entry: number): boolean => !(isRemoved && isRight(entry))
      const { question, hits, standing } = judge({ ...input, isWanted }, shown)
      const around = isRemoved ? standingOf(question, hits) : standing
      const results = hits.slice(0, shown).map(({ document, score }) => ({
        features: featuresOf(score, around),
        isRight: kind === 'answer' && isRight(document),
      }))
      return { set: name, kind, results }
    },
  }
}

/** Requests that none of the functions beside them can serve, where the data is there. */
export function irrelevantCases(): readonly {
  readonly query: string
  readonly tools: RawTool[]
}[] {
  if (!existsSync(join(dataFolder, 'bfcl-irrelevance.json.gz'))) return []
  return readJson<{ cases: { query: string; tools: RawTool[] }[] }>('bfcl-irrelevance').cases
}

/** A catalog this large may well have what another set's query needs. */
const largestForeign = 1000
const foreignEach = 15

/** Every kind of search over one set: with its answer, without it, and with queries of other sets. */
export async function askSet(
  set: DiscoverSet,
  others: readonly DiscoverSet[],
  embedder: Embedder | undefined,
  {
    mostQueries,
    past = [],
  }: { readonly mostQueries: number; readonly past?: DiscoverSet['traces'] },
): Promise<readonly Answered[]> {
  const numbers = new Map(set.labels.map((label, entry) => [label, entry]))
  const learned = past.map(({ query, tools }) => ({
    intent: query,
    entries: [...new Set(tools)].flatMap((tool) => numbers.get(tool) ?? []),
  }))
  const asked = await askCatalog(set.name, set.entries, embedder, learned)
  const all: Answered[] = []
  for (const { query, relevant } of sampled(set.queries, mostQueries)) {
    const right = new Set(relevant)
    const isRight = (entry: number): boolean => right.has(set.labels[entry] ?? '')
    all.push(await asked.answered(query, isRight, 'answer'))
    all.push(await asked.answered(query, isRight, 'removed'))
  }
  if (set.entries.length > largestForeign) return all
  for (const other of others)
    if (other !== set)
      for (const { query } of sampled(other.queries, foreignEach))
        all.push(await asked.answered(query, () => false, 'foreign'))
  return all
}

export async function askIrrelevant(
  embedder: Embedder | undefined,
  most: number,
): Promise<readonly Answered[]> {
  const all: Answered[] = []
  for (const { query, tools } of sampled(irrelevantCases(), most)) {
    const asked = await askCatalog('bfcl-irrelevance', tools.map(toEntry), embedder)
    all.push(await asked.answered(query, () => false, 'irrelevant'))
  }
  return all
}

/** Evenly spread over the whole. */
export function sampled<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.max(1, items.length / most)
  const found: Item[] = []
  for (let at = 0; at < items.length; at += step) {
    const item = items[Math.floor(at)]
    if (item !== undefined) found.push(item)
  }
  return found
}
