import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Digest } from '../../../ports/digest.ts'
import { toIsoDate, toIsoTime } from '../../text/iso-time.ts'
import type { MemoryDeps } from '../deps.ts'
import { isEchoOf, withoutInjected } from '../inject/loop-guard.ts'
import { learningId } from '../records/known-learning.ts'
import { check, type Gate, learning } from '../records/records.ts'
import { canonicalTags, tagsHash } from '../records/tags-hash.ts'
import { type Library, learningText } from '../search/library.ts'

export interface NewLearning {
  readonly text: string
  /** Absent for what belongs to no story. */
  readonly story?: string | undefined
  readonly gate: Gate
  readonly tags: readonly string[]
  readonly domain?: string | undefined
  readonly project?: string | undefined
  /** Ids of learnings that this one replaces. */
  readonly supersedes?: readonly string[] | undefined
  readonly validFrom?: string | undefined
  readonly validUntil?: string | undefined
}

export type Remembered =
  | { readonly kind: 'stored'; readonly id: string; readonly text: string }
  /** Nothing new: the text came from an injected block, or repeats a learning. */
  | { readonly kind: 'echo'; readonly of: string | undefined }

/** How many of the nearest learnings are looked at for an echo. */
const nearest = 20

/** Stores a learning, unless it only gives back what memory said before. */
export async function remember(
  deps: MemoryDeps,
  library: Library,
  request: NewLearning,
): Promise<Remembered> {
  const text = withoutInjected(request.text)
  if (text === '' && request.text.trim() !== '') return { kind: 'echo', of: undefined }
  const supersedes = request.supersedes ?? []
  await requireKnown(library, supersedes)
  const known = await findEcho(library, text)
  if (known !== undefined && !supersedes.includes(known)) return { kind: 'echo', of: known }
  const { gate, domain, project, validFrom, validUntil } = request
  const story = request.story ?? plainStory(deps.digest, text)
  const tags = canonicalTags(request.tags)
  const hash = tagsHash(deps.digest, tags)
  const id = learningId(deps.digest, { story, gate, text }, hash)
  const now = deps.now()
  const record = check(learning, {
    id,
    story,
    gate,
    tags,
    tags_hash: hash,
    text,
    ...(domain === undefined ? {} : { domain }),
    ...(project === undefined ? {} : { project }),
    scope: 'story',
    ...(supersedes.length === 0 ? {} : { supersedes }),
    ...(validFrom === undefined ? {} : { valid_from: validFrom }),
    ...(validUntil === undefined ? {} : { valid_until: validUntil }),
    date: toIsoDate(now),
    date_created: toIsoTime(now),
  })
  if (record.kind === 'rejected')
    throw new EngineError('invalid_input', phrase`The learning is not valid: ${record.reason}`, {
      hint: 'See docs/guides/memory.md for the fields and their bounds.',
    })
  await deps.files.append('learnings.jsonl', [record.value])
  return { kind: 'stored', id, text }
}

/**
 * The story of what belongs to none. Scores join on stories, so each text has one of its own, made
 * from its words; people are never shown it.
 */
function plainStory(digest: Digest, text: string): string {
  return `${plainPrefix}${Number.parseInt(digest(text).slice(0, 8), 16) % storyNumbers}`
}

const plainPrefix = 'MEMO-'
const storyNumbers = 1_000_000

async function requireKnown(library: Library, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const all = new Set((await library.everyLearning()).items.map(({ id }) => id))
  const unknown = ids.find((id) => !all.has(id))
  if (unknown !== undefined)
    throw new EngineError('memory_not_found', phrase`No memory has the id ${unknown}`, {
      hint: '`tamis memories` lists them with their ids.',
    })
}

async function findEcho(library: Library, text: string): Promise<string | undefined> {
  const { items, corpus } = await library.learnings()
  const scores = corpus.scoreWords(text)
  return [...scores.keys()]
    .sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0))
    .slice(0, nearest)
    .map((at) => items[at])
    .find((known) => known !== undefined && isEchoOf(text, learningText(known.record)))?.id
}
