import type {
  DocumentFilter,
  KeyedChunk,
  LinkedDocument,
} from '../../../ports/store/document-rows.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import { byScore, type RankedKey } from './explain.ts'
import { linkedPaths, mentionedKeys } from './mentioned-titles.ts'
import type { Question } from './question.ts'

/** How many of the best chunks are read for mentions. */
const hopOrigins = 5
/** A text that mentions more documents than this is a list, and leads nowhere in particular. */
const mostMentions = 40
/** A chunk that leaves less of the question unsaid answers it alone, and is not followed. */
const leastUnsaid = 0.1
/** What a mention is worth, in scores of the chunk that makes it. */
const mentionWeight = 0.25
/** What it adds that the mentioned text says what was left unsaid, in full from this share of the question. */
const unsaidWeight = 0.5
const enoughUnsaid = 0.3

/**
 * Follows titles and links in the best chunks, without a model, where the question has a second step
 * to make: the chunk leaves a part of its words unsaid. Of each title the best passage rises, more if
 * it says that part, and never above the chunk that mentions it.
 */
export async function followMentions(
  documents: Documents,
  question: Question,
  ranked: readonly RankedKey[],
  filter: DocumentFilter,
): Promise<readonly RankedKey[]> {
  const found = new Map(ranked.map((one) => [one.key, one]))
  const scoreOf = (key: number): number => found.get(key)?.score ?? 0
  const best = ranked.slice(0, hopOrigins).map(({ key }) => key)
  const said = await saidBy(documents, question, best)
  const origins = (await documents.load(best)).filter(
    ({ key }) => 1 - said.share(key) >= leastUnsaid,
  )
  const mentions = await mentionsOf(documents, origins, filter)
  const targets = mentions.map(({ from, passages }) => ({
    from,
    key: passages.reduce((one, other) => (scoreOf(other) > scoreOf(one) ? other : one)),
  }))
  const known = await saidBy(documents, question, [...new Set(targets.map(({ key }) => key))])
  const risen = new Map<number, RankedKey>()
  for (const { from, key } of targets) {
    const [own, limit] = [scoreOf(key), scoreOf(from)]
    const added = known.share(key, said.terms(from)) / enoughUnsaid
    const wished = own + limit * (mentionWeight + unsaidWeight * Math.min(1, added))
    const score = Math.min(wished, limit * justBelow)
    if (score <= Math.max(own, risen.get(key)?.score ?? 0)) continue
    const hop = { bonus: score - own, from }
    risen.set(key, { key, score, parts: { ...found.get(key)?.parts, hop } })
  }
  return [...new Map([...found, ...risen]).values()].sort(byScore)
}

const justBelow = 0.999

interface Mention {
  /** The chunk that makes it. */
  readonly from: number
  /** The first chunks of the documents under that title. */
  readonly passages: readonly number[]
}

async function mentionsOf(
  documents: Documents,
  origins: readonly KeyedChunk[],
  filter: DocumentFilter,
): Promise<readonly Mention[]> {
  const read = origins.map((chunk) => ({ chunk, keys: mentionedKeys(chunk.text) }))
  const wanted = [...new Set(read.flatMap(({ keys }) => keys))]
  const titles = wanted.length === 0 ? [] : await documents.titled(wanted, filter)
  const mentions: Mention[] = []
  for (const { chunk, keys } of read) {
    const named = new Set(keys)
    const mentioned = [
      ...titles.filter(({ titleKey }) => named.has(titleKey)),
      ...(await linksOf(documents, chunk)),
    ].filter(({ documentId, titleKey }) => {
      const isOwnTitle = titleKey !== '' && titleKey === chunk.document.titleKey
      return documentId !== chunk.documentId && !isOwnTitle
    })
    const byTitle = Map.groupBy(mentioned, ({ titleKey, documentId }) => titleKey || documentId)
    if (byTitle.size > mostMentions) continue
    for (const group of byTitle.values())
      mentions.push({ from: chunk.key, passages: group.map(({ firstChunk }) => firstChunk) })
  }
  return mentions
}

interface Said {
  terms(key: number): ReadonlySet<string>
  /** The share of the question, by rarity, that a chunk says and the terms given do not hold. */
  share(key: number, without?: ReadonlySet<string>): number
}

async function saidBy(
  documents: Documents,
  { content, rarity }: Question,
  keys: readonly number[],
): Promise<Said> {
  const asked = [...new Set(content)]
  const sum = (terms: readonly string[]): number =>
    terms.reduce((total, term) => total + rarity.of(term), 0)
  const held = new Map(
    (await documents.wordsOf(keys)).map(({ key, title, heading, body }) => {
      const words = new Set(`${title} ${heading} ${body}`.split(' '))
      return [key, new Set(asked.filter((term) => words.has(term)))]
    }),
  )
  const terms = (key: number): ReadonlySet<string> => held.get(key) ?? new Set()
  const total = sum(asked) || 1
  return {
    terms,
    share: (key, without) => sum([...terms(key)].filter((term) => !without?.has(term))) / total,
  }
}

async function linksOf(
  documents: Documents,
  { text, document }: KeyedChunk,
): Promise<readonly LinkedDocument[]> {
  const paths = linkedPaths(text, document.path)
  return paths.length === 0 ? [] : documents.atPaths(document.source, paths)
}
