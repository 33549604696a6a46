import { shingles } from '../inject/loop-guard.ts'
import type { KnownLearning } from '../records/known-learning.ts'
import { canonicalTags } from '../records/tags-hash.ts'

/** Learnings that say nearly the same, and what one line for all of them could be. */
export interface DuplicateGroup {
  /** Least overlap (Jaccard, runs of three words) between the first and any other. */
  readonly similarity: number
  readonly ids: readonly string[]
  /** The most complete text under the oldest id, with all tags; a proposal, never applied. */
  readonly proposal: {
    readonly id: string
    readonly text: string
    readonly tags: readonly string[]
  }
}

/** One changed word takes three runs with it: of twelve words, one or two may differ. */
const leastOverlap = 0.4
/** A run of words in more learnings than this is a phrase of the house, not a trace of copying. */
const commonRun = 50

/** Groups learnings whose runs of words overlap by at least 0.4. */
export function findDuplicates(learnings: readonly KnownLearning[]): readonly DuplicateGroup[] {
  const runs = learnings.map(({ record }) => shingles(record.text))
  const holders = holdersOf(runs)
  const taken = new Set<number>()
  const groups: DuplicateGroup[] = []
  learnings.forEach((_, first) => {
    if (taken.has(first)) return
    const alike = neighbours(first, runs, holders)
      .filter((other) => other > first && !taken.has(other))
      .map((other) => ({ other, overlap: jaccard(runs[first], runs[other]) }))
      .filter(({ overlap }) => overlap >= leastOverlap)
    if (alike.length === 0) return
    const members = [first, ...alike.map(({ other }) => other)]
    for (const member of members) taken.add(member)
    const least = Math.min(...alike.map(({ overlap }) => overlap))
    groups.push(
      toGroup(
        members.flatMap((at) => learnings[at] ?? []),
        least,
      ),
    )
  })
  return groups
}

function holdersOf(runs: readonly ReadonlySet<string>[]): ReadonlyMap<string, readonly number[]> {
  const holders = new Map<string, number[]>()
  runs.forEach((set, at) => {
    for (const run of set) {
      const known = holders.get(run)
      if (known === undefined) holders.set(run, [at])
      else known.push(at)
    }
  })
  return holders
}

function neighbours(
  at: number,
  runs: readonly ReadonlySet<string>[],
  holders: ReadonlyMap<string, readonly number[]>,
): readonly number[] {
  const near = [...(runs[at] ?? [])].map((run) => holders.get(run) ?? [])
  return [...new Set(near.filter((held) => held.length <= commonRun).flat())]
}

function jaccard(
  left: ReadonlySet<string> = new Set(),
  right: ReadonlySet<string> = new Set(),
): number {
  const shared = [...left].filter((run) => right.has(run)).length
  const all = left.size + right.size - shared
  return all === 0 ? 0 : shared / all
}

function toGroup(members: readonly KnownLearning[], similarity: number): DuplicateGroup {
  const oldestFirst = members.toSorted((left, right) => left.createdAt - right.createdAt)
  const texts = members.map(({ record }) => record.text)
  const longest = texts.reduce((best, text) => (text.length > best.length ? text : best), '')
  return {
    similarity: Math.round(similarity * 100) / 100,
    ids: oldestFirst.map(({ id }) => id),
    proposal: {
      id: oldestFirst[0]?.id ?? '',
      text: longest,
      tags: canonicalTags(members.flatMap(({ record }) => record.tags)),
    },
  }
}
