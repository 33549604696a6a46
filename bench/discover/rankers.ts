import MiniSearch from 'minisearch'
import { bm25Index } from '../../src/core/text/bm25.ts'
import { termsOf } from '../../src/core/text/terms.ts'
import { type EngineOptions, engineOver } from './engine.ts'
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

/** BM25 over words as identifiers are split, without stop words, nothing stemmed. */
export function splitBm25(set: DiscoverSet): Ranker {
  const words = (text: string): string[] => termsOf(text, { withoutStopWords: true })
  const index = bm25Index(
    wholeText(set).map((text) => [words(text)]),
    { fields: [{ weight: 1, lengthPenalty: 0.75 }] },
  )
  return (query) =>
    index
      .search(
        words(query).map((term) => [term, 1]),
        10,
      )
      .map(({ document }) => document)
}

/** The product, searched as a caller does. */
export async function ours(set: DiscoverSet, options: EngineOptions): Promise<Ranker> {
  const search = await engineOver(set, options)
  return async (query) => (await search(query)).map(({ entry }) => entry)
}
