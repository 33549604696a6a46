import MiniSearch from 'minisearch'
import { buildEvidenceIndex, weighClues } from '../../src/core/discover/past/evidence-index.ts'
import { chooseStrength } from '../../src/core/discover/past/trust-past.ts'
import { buildMeaning } from '../../src/core/discover/rank/build-meaning.ts'
import { embedAll } from '../../src/core/discover/rank/embed-all.ts'
import { readIntent } from '../../src/core/discover/rank/intent.ts'
import { type RankInput, rank, signalSums } from '../../src/core/discover/rank/rank.ts'
import { buildSearchIndex } from '../../src/core/discover/rank/search-index.ts'
import { bm25Index } from '../../src/core/text/bm25.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import type { Ranker } from './measure.ts'
import type { DiscoverSet } from './sets.ts'

const wholeText = ({ entries }: DiscoverSet): string[] =>
  entries.map(({ text }) => Object.values(text).join(' '))

/** Textbook BM25 over lower-case words. */
export function plainBm25(set: DiscoverSet): Ranker {
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const index = bm25Index(
    wholeText(set).map((text) => [words(text)]),
    { fields: [{ weight: 1, lengthPenalty: 0.75 }] },
  )
  return (query) =>
    index
      .search(
        words(query).map((word) => [word, 1]),
        10,
      )
      .map(({ document }) => document)
}

/** MiniSearch as its documentation sets it up for full-text search: fuzzy and by prefix. */
export function miniSearch(set: DiscoverSet): Ranker {
  const index = new MiniSearch({
    fields: ['name', 'description', 'parameters', 'notes', 'server', 'serverDescription'],
    searchOptions: { boost: { name: 2 }, prefix: true, fuzzy: 0.2 },
  })
  index.addAll(set.entries.map(({ text }, id) => ({ id, ...text })))
  return (query) =>
    index
      .search(query)
      .slice(0, 10)
      .map(({ id }) => id)
}

export interface OursOptions {
  readonly embedder?: Embedder
  readonly traces?: DiscoverSet['traces']
}

/** The product's ranking, with scores. */
export async function scoredOurs(
  set: DiscoverSet,
  { embedder, traces = [] }: OursOptions,
): Promise<(query: string) => Promise<ReturnType<typeof rank>>> {
  const index = buildSearchIndex(set.entries)
  const meanings = embedder && (await buildMeaning(embedder, index, new Map()))
  const numbers = new Map(set.labels.map((label, entry) => [label, entry]))
  const past = traces.map(({ query, tools }) => ({
    intent: query,
    entries: [...new Set(tools)].flatMap((tool) => numbers.get(tool) ?? []),
  }))
  const texts = past.map(({ intent }) => readIntent(intent).text)
  const meant = embedder && {
    vectors: await embedAll(embedder, texts, 'query', new Map()),
    reads: embedder.reads,
  }
  const evidence = buildEvidenceIndex(past, set.entries.length, meant)
  const strength = await chooseStrength(evidence, async (text) => {
    const intent = readIntent(text)
    const meaning = await meanings?.of(intent, { hasPast: true })
    const sums = signalSums({ index, intent, ...(meaning ? { meaning } : {}) })
    return { sums, vector: meaning?.vector }
  })
  return async (query) => {
    const intent = readIntent(query)
    const hasPast = past.length > 0
    const meaning = await meanings?.of(intent, { hasPast })
    const input: RankInput = {
      index,
      intent,
      ...(meaning ? { meaning } : {}),
      ...(hasPast ? { evidence: weighClues(evidence.of(query, meaning?.vector), strength) } : {}),
    }
    return rank(input, 10)
  }
}

export async function ours(set: DiscoverSet, options: OursOptions): Promise<Ranker> {
  const scored = await scoredOurs(set, options)
  return async (query) => (await scored(query)).map(({ entry }) => entry)
}
