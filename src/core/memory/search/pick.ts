import type { Digest } from '../../../ports/digest.ts'
import { parseIsoTime, toIsoDate } from '../../text/iso-time.ts'
import { shortId } from '../../text/short-id.ts'
import type { BlockItem, SectionName } from '../inject/inject-block.ts'
import { sectionLimits } from '../records/bounds.ts'
import type { KnownLearning } from '../records/known-learning.ts'
import { message } from '../records/message.ts'
import type { Clarification, WatchNote } from '../records/records.ts'
import type { Ranking } from './corpus.ts'
import type { Collection, Library } from './library.ts'
import { bestRanked } from './order.ts'

/** The best of one source, before floor and budget. */
export interface Candidates {
  readonly items: readonly Candidate[]
  readonly legs?: Ranking['legs']
  readonly messages: readonly string[]
}

export interface Candidate extends BlockItem {
  /** Absent where nothing was compared. */
  readonly similarity?: number
  /** Set for learnings alone. */
  readonly learning?: KnownLearning
}

/** Learnings by similarity, then reuse score, then age; without a query all are equally similar. */
export async function pickLearnings(
  library: Library,
  query: string | undefined,
  signal?: AbortSignal,
): Promise<Candidates> {
  const { items, corpus, messages } = await library.learnings()
  const reuse = await library.reuseScores()
  const ranking = query === undefined ? undefined : await corpus.rank(query, signal)
  const all = items.map((learning, at) => ({
    learning,
    similarity: ranking?.similarities[at] ?? 0,
    reuseScore: reuse.scores.get(learning.key) ?? 0,
    createdAt: learning.createdAt,
  }))
  const ranked = bestRanked(all, sectionLimits.learnings)
  return {
    items: ranked.map(({ learning, similarity, reuseScore }) => ({
      id: learning.id,
      facts: [
        ...shownSimilarity(ranking, similarity),
        `score ${reuseScore}`,
        learning.scope,
        `${learning.record.story} gate ${learning.record.gate}`,
        toIsoDate(learning.createdAt),
      ],
      text: learning.record.text,
      learning,
      ...(ranking === undefined ? {} : { similarity }),
    })),
    ...legsOf(ranking),
    messages: [...messages, ...reuse.messages, ...rankingMessages('learnings', ranking)],
  }
}

/** Watch notes of impact fort or modere, by similarity, then newest first. */
export async function pickWatchNotes(
  library: Library,
  digest: Digest,
  query: string | undefined,
  signal?: AbortSignal,
): Promise<Candidates> {
  const { items, corpus, messages } = await library.watchNotes()
  const ranking = query === undefined ? undefined : await corpus.rank(query, signal)
  const all = items.map((note, at) => ({
    note,
    similarity: ranking?.similarities[at] ?? 0,
    reuseScore: 0,
    createdAt: parseIsoTime(note.date) ?? 0,
  }))
  const weighty = all.filter(({ note }) => note.impact_pv === 'fort' || note.impact_pv === 'modere')
  const ranked = bestRanked(weighty, sectionLimits.veille)
  return {
    items: ranked.map(({ note, similarity }) => ({
      id: noteId(digest, note),
      facts: [
        ...shownSimilarity(ranking, similarity),
        `impact ${note.impact_pv}`,
        note.verdict_veille,
        note.date,
      ],
      text: `${note.title} — ${note.summary}`,
      ...(ranking === undefined ? {} : { similarity }),
    })),
    ...legsOf(ranking),
    messages: [...messages, ...rankingMessages('veille', ranking)],
  }
}

/** Clarifications of exactly this domain and project, newest first; no model takes part. */
export async function pickClarifications(
  library: Library,
  digest: Digest,
  domain: string | undefined,
  project: string | undefined,
): Promise<Candidates> {
  const { items, messages }: Collection<Clarification> = await library.clarifications()
  const matching = items
    .filter((record) => record.domain === domain && record.project === project)
    .sort(newestFirst)
    .slice(0, sectionLimits.clarifications)
  return {
    items: matching.map((record) => ({
      id: clarificationId(digest, record),
      facts: [record.story_id, `Q${record.question_idx}`, record.date.slice(0, 10)],
      text: record.verbatim,
    })),
    messages,
  }
}

/** Newest first; the questions of one file in their order. */
function newestFirst(left: Clarification, right: Clarification): number {
  return (
    (parseIsoTime(right.date) ?? 0) - (parseIsoTime(left.date) ?? 0) ||
    left.question_idx - right.question_idx
  )
}

export function noteId(digest: Digest, note: WatchNote): string {
  return shortId('vei_', digest(note.path))
}

export function clarificationId(digest: Digest, record: Clarification): string {
  const { story_id, question_idx, date, verbatim } = record
  return shortId('clr_', digest(JSON.stringify([story_id, question_idx, date, verbatim])))
}

function shownSimilarity(ranking: Ranking | undefined, similarity: number): string[] {
  return ranking === undefined ? [] : [similarity.toFixed(2)]
}

function legsOf(ranking: Ranking | undefined): Pick<Candidates, 'legs'> {
  return ranking === undefined ? {} : { legs: ranking.legs }
}

function rankingMessages(section: SectionName, ranking: Ranking | undefined): string[] {
  return (ranking?.faults ?? []).map(({ part, reason }) =>
    message('inject', `${part} ${section} failed`, reason),
  )
}
