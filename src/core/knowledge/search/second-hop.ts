import type {
  DocumentFilter,
  Documents,
  KeyedChunk,
  LinkedDocument,
} from '../../../ports/store/documents.ts'
import { wordsOfTitle } from './index-terms.ts'

/** A chunk another one leads to, and how much of that one's score it inherits. */
export interface HopBonus {
  readonly key: number
  readonly bonus: number
  /** The chunk that mentions it. */
  readonly from: number
}

export interface HopOrigin {
  readonly chunk: KeyedChunk
  readonly score: number
}

/** What a mention is worth, in scores of the chunk that makes it, or of the best where the question does. */
const mentionWeight = 0.4
/** How many of the best chunks are read for mentions. */
export const hopOrigins = 5
const longestTitleWords = 8
/** A text that mentions more documents than this is a list, and leads nowhere in particular. */
const mostMentions = 40

/** Follows titles and links in the best chunks, without a model: the bridge of a two-step question. */
export async function secondHop(
  documents: Documents,
  origins: readonly HopOrigin[],
  filter: DocumentFilter,
): Promise<readonly HopBonus[]> {
  const read = origins.map((origin) => ({ ...origin, keys: mentionedKeys(origin.chunk.text) }))
  const wanted = [...new Set(read.flatMap(({ keys }) => keys))]
  const titles = wanted.length === 0 ? [] : await documents.titled(wanted, filter)
  const bonuses = new Map<number, HopBonus>()
  for (const { chunk, score, keys } of read) {
    const named = new Set(keys)
    const mentioned = [
      ...titles.filter(({ titleKey }) => named.has(titleKey)),
      ...(await linksOf(documents, chunk)),
    ].filter(({ documentId }) => documentId !== chunk.documentId)
    if (mentioned.length > mostMentions) continue
    for (const { firstChunk: key } of mentioned) {
      const bonus = mentionWeight * score
      if (bonus > (bonuses.get(key)?.bonus ?? 0)) bonuses.set(key, { key, bonus, from: chunk.key })
    }
  }
  return [...bonuses.values()]
}

/** Documents whose title the question says, with what that adds to the score of their first chunk. */
export async function namedInQuestion(
  documents: Documents,
  question: string,
  best: number,
  filter: DocumentFilter,
): Promise<ReadonlyMap<number, number>> {
  const keys = mentionedKeys(question)
  const titles = keys.length === 0 ? [] : await documents.titled(keys, filter)
  if (titles.length > mostMentions) return new Map()
  return new Map(titles.map(({ firstChunk }) => [firstChunk, mentionWeight * best]))
}

async function linksOf(
  documents: Documents,
  { text, document }: KeyedChunk,
): Promise<readonly LinkedDocument[]> {
  const paths = linkedPaths(text, document.path)
  return paths.length === 0 ? [] : documents.atPaths(document.source, paths)
}

/** Every run of words that could be a title: it begins like a name, or in a script without capitals. */
export function mentionedKeys(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const folded = wordsOfTitle(text)
  const starts = words.flatMap((word, at) => (/^[\p{Lu}\p{N}\p{Lo}]/u.test(word) ? [at] : []))
  return [...new Set(starts.flatMap((start) => runsFrom(folded, start)))]
}

function runsFrom(words: readonly string[], start: number): readonly string[] {
  const runs: string[] = []
  let run = ''
  for (const word of words.slice(start, start + longestTitleWords)) {
    run = run === '' ? word : `${run} ${word}`
    if (run.length > 2) runs.push(run)
  }
  return runs
}

/** The local targets of Markdown and wiki links, resolved against the document that holds them. */
export function linkedPaths(text: string, from: string): readonly string[] {
  const targets = [
    ...[...text.matchAll(/\]\(([^)\s#?]+)/g)].map(([, target = '']) => target),
    ...[...text.matchAll(/\[\[([^\]|#]+)/g)].map(([, target = '']) => `${target.trim()}.md`),
  ].filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
  return [...new Set(targets.map((target) => resolvePath(from, target)))]
}

function resolvePath(from: string, target: string): string {
  const base = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  const path: string[] = [...base]
  for (const part of target.split('/')) {
    if (part === '..') path.pop()
    else if (part !== '' && part !== '.') path.push(part)
  }
  return path.join('/')
}
