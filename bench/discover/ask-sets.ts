import { buildEvidenceIndex, weighClues } from '../../src/core/discover/past/evidence-index.ts'
import { chooseStrength } from '../../src/core/discover/past/trust-past.ts'
import { buildMeaning } from '../../src/core/discover/rank/build-meaning.ts'
import { featuresOf, standingOf } from '../../src/core/discover/rank/chance.ts'
import { embedAll } from '../../src/core/discover/rank/embed-all.ts'
import { readIntent, searchedTerms } from '../../src/core/discover/rank/intent.ts'
import { judge, readQuestion, signalSums } from '../../src/core/discover/rank/rank.ts'
import { buildSearchIndex } from '../../src/core/discover/rank/search-index.ts'
import { signals } from '../../src/core/discover/rank/signals.ts'
import type { Bm25Index } from '../../src/core/text/bm25.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import type { Answered } from './fit-curve.ts'
import type { Case } from './fit-weights.ts'
import type { DiscoverSet } from './sets.ts'

/** A catalog that can be asked: what the ranking sees of a query, before any number is fitted. */
export interface Asked {
  /** The signals of the best candidates. */
  caseOf(query: string, isRight: (entry: number) => boolean, wanted: number): Promise<Case>
  /** The best results as the fitted curve sees them, without what is right where the kind says so. */
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
  const heads = entries.map(({ text, intent }) => new Set(searchedTerms(`${text.name} ${intent}`)))
  const meanings = embedder && (await buildMeaning(embedder, index, new Map()))
  const meaningOf = async (text: string) => {
    const intent = readIntent(text, index.isHeld)
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
      const input = await inputOf(query)
      const isGone = goneFrom(heads, index.all, isRight, kind)
      const { question, hits, standing } = judge(
        { ...input, isWanted: (one) => !isGone(one) },
        shown,
      )
      const around = kind.startsWith('removed') ? standingOf(question, hits) : standing
      const results = hits.slice(0, shown).map(({ document, score }) => ({
        features: featuresOf(score, around),
        isRight: kind === 'answer' && isRight(document),
      }))
      return { set: name, kind, results }
    },
  }
}

/** Tools that share so much of their words with one that was taken away would do instead. */
const likeTwins = 0.35

function goneFrom(
  heads: readonly ReadonlySet<string>[],
  { rarity }: Bm25Index,
  isRight: (entry: number) => boolean,
  kind: Answered['kind'],
): (entry: number) => boolean {
  if (!kind.startsWith('removed')) return () => false
  if (kind === 'removed') return isRight
  const weigh = (terms: Iterable<string>): number =>
    [...terms].reduce((sum, term) => sum + rarity(term) ** 2, 0)
  /** Cosine of the words of name and first sentence, by rarity. */
  const alike = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
    const both = [...one].filter((term) => other.has(term))
    return both.length === 0 ? 0 : weigh(both) / Math.sqrt(weigh(one) * weigh(other))
  }
  const right = heads.filter((_, entry) => isRight(entry))
  const gone = heads.map((head) => right.some((one) => alike(one, head) >= likeTwins))
  return (entry) => gone[entry] ?? false
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
    for (const kind of ['answer', 'removed', 'removed with twins'] as const)
      all.push(await asked.answered(query, isRight, kind))
  }
  if (past.length === 0) all.push(...(await askFew(set, embedder, mostQueries / 2)))
  if (set.entries.length > largestForeign) return all
  for (const other of others)
    if (other !== set)
      for (const { query } of sampled(other.queries, foreignEach))
        all.push(await asked.answered(query, () => false, 'foreign'))
  return all
}

const few = 10

/** Small catalogs, as people begin with: ten tools of the set, once with what is right and once without. */
async function askFew(
  set: DiscoverSet,
  embedder: Embedder | undefined,
  mostQueries: number,
): Promise<readonly Answered[]> {
  const all: Answered[] = []
  for (const [at, { query, relevant }] of sampled(set.queries, mostQueries).entries()) {
    const right = new Set(relevant)
    const labelled = set.entries.map((entry, number) => ({
      entry,
      label: set.labels[number] ?? '',
    }))
    const [fitting, rest] = [true, false].map((isRight) =>
      labelled.filter(({ label }) => right.has(label) === isRight),
    )
    const others = sampled(rest?.slice(at % 7) ?? [], few).slice(0, few)
    // As many with an answer as without, or their number alone would tell.
    const withAnswer = [...(fitting ?? []), ...others].slice(0, few)
    const kinds = { answer: withAnswer, 'few tools': others } as const
    for (const [kind, tools] of Object.entries(kinds)) {
      const entries = tools.map(({ entry }) => entry)
      const asked = await askCatalog(set.name, entries, embedder)
      const isRight = (entry: number): boolean => right.has(tools[entry]?.label ?? '')
      all.push(await asked.answered(query, isRight, kind as 'answer' | 'few tools'))
    }
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
