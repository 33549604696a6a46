import type { MemoryFileName } from '../../../ports/store/memories.ts'
import { toIsoDate } from '../../text/iso-time.ts'
import type { MemoryDeps } from '../deps.ts'
import { type DatedLearning, datedLearnings } from '../records/dated-learnings.ts'
import { type KnownLearning, knownLearning } from '../records/known-learning.ts'
import { load } from '../records/load.ts'
import {
  type Clarification,
  clarification,
  joinKey,
  learning,
  reuseRecord,
  type WatchNote,
  watchNote,
} from '../records/records.ts'
import { type Corpus, corpusOf } from './corpus.ts'

/** Records of one kind, ready to be ranked, and what was wrong in their file. */
export interface Collection<Item> {
  readonly items: readonly Item[]
  readonly corpus: Corpus
  readonly isPresent: boolean
  readonly messages: readonly string[]
}

/** The files of memory as collections, each read again only after its file has changed. */
export interface Library {
  /** Learnings in use; archived, replaced and expired ones are never among them. */
  learnings(): Promise<Collection<KnownLearning>>
  /** Those and the ones that no longer or do not yet hold, with why. */
  everyLearning(): Promise<{
    readonly items: readonly DatedLearning[]
    readonly messages: readonly string[]
  }>
  watchNotes(): Promise<Collection<WatchNote>>
  clarifications(): Promise<Collection<Clarification>>
  /** Reuse score by key; a key that is absent counts as 0. */
  reuseScores(): Promise<{
    readonly scores: ReadonlyMap<string, number>
    readonly messages: readonly string[]
  }>
}

export function openLibrary(deps: MemoryDeps): Library {
  const { files, digest } = deps
  const cached = <Value>(file: MemoryFileName, build: () => Promise<Value>) =>
    cachedByVersion(() => files.version(file), build)
  // What holds depends on the day.
  const dated = cachedByVersion(
    async () => `${await files.version('learnings.jsonl')} ${toIsoDate(deps.now())}`,
    async () => {
      const loaded = await load(files, 'learnings.jsonl', learning, 'inject')
      const items = loaded.records
        .map((record) => knownLearning(digest, record))
        .filter(({ scope }) => scope !== 'archived')
      const every = datedLearnings(onceEach(items), toIsoDate(deps.now()))
      const current = every.filter(({ state }) => state === 'current').map(({ known }) => known)
      return {
        every: { items: every, messages: loaded.messages },
        inUse: collect(deps, loaded, current, ({ record }) => learningText(record)),
      }
    },
  )
  return {
    learnings: async () => (await dated()).inUse,
    everyLearning: async () => (await dated()).every,
    watchNotes: cached('veille.jsonl', async () => {
      const loaded = await load(files, 'veille.jsonl', watchNote, 'inject')
      return collect(deps, loaded, loaded.records, noteText)
    }),
    clarifications: cached('clarifications.jsonl', async () => {
      const loaded = await load(files, 'clarifications.jsonl', clarification, 'inject')
      return collect(deps, loaded, loaded.records, ({ verbatim }) => verbatim)
    }),
    reuseScores: cached('learnings-scores.jsonl', async () => {
      const { records, messages } = await load(
        files,
        'learnings-scores.jsonl',
        reuseRecord,
        'inject',
      )
      const scores = new Map(records.map((record) => [joinKey(record), record.reuse_score]))
      return { scores, messages }
    }),
  }
}

/** A learning that was written twice is one learning. */
function onceEach(items: readonly KnownLearning[]): readonly KnownLearning[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

/** What of a learning is searched: its tags are words about it, on the line they follow. */
export function learningText({ text, tags }: { text: string; tags: readonly string[] }): string {
  return tags.length === 0 ? text : `${text} ${tags.join(' ')}`
}

/** What of a watch note is searched. */
export function noteText({ title, summary, tags }: WatchNote): string {
  return [title, summary, tags.join(' ')].join('\n')
}

function collect<Item>(
  deps: MemoryDeps,
  { isPresent, messages }: { isPresent: boolean; messages: readonly string[] },
  items: readonly Item[],
  textOf: (item: Item) => string,
): Collection<Item> {
  return { items, corpus: corpusOf(deps, items.map(textOf)), isPresent, messages }
}

/** The version is asked first: a change during the build only means one build more. Callers at once share one. */
function cachedByVersion<Value>(
  version: () => Promise<string | undefined>,
  build: () => Promise<Value>,
): () => Promise<Value> {
  let last: { readonly version: string | undefined; readonly value: Promise<Value> } | undefined
  return async () => {
    const current = await version()
    if (last === undefined || last.version !== current) last = { version: current, value: build() }
    const mine = last
    try {
      return await mine.value
    } catch (error) {
      if (last === mine) last = undefined
      throw error
    }
  }
}
