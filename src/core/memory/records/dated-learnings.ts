import type { KnownLearning } from './known-learning.ts'

/** A learning and whether it holds. */
export interface DatedLearning {
  readonly id: string
  readonly known: KnownLearning
  readonly state: 'current' | 'replaced' | 'expired' | 'not yet'
  /** The learning that replaced it. */
  readonly replacedBy?: string
}

/** What holds on a day: what nothing replaced, from its first day to its last. */
export function datedLearnings(
  learnings: readonly KnownLearning[],
  day: string,
): readonly DatedLearning[] {
  const newer = new Map(
    learnings.flatMap(({ id, record }) =>
      (record.supersedes ?? []).map((old) => [old, id] as const),
    ),
  )
  return learnings.map((known): DatedLearning => {
    const { id, record } = known
    const replacedBy = newer.get(id)
    // Two that name each other replace nothing: one of them has to hold.
    const isMutual = replacedBy !== undefined && newer.get(replacedBy) === id
    if (replacedBy !== undefined && replacedBy !== id && !isMutual)
      return { id, known, state: 'replaced', replacedBy }
    if (record.valid_until !== undefined && record.valid_until.slice(0, 10) < day)
      return { id, known, state: 'expired' }
    if (record.valid_from !== undefined && record.valid_from.slice(0, 10) > day)
      return { id, known, state: 'not yet' }
    return { id, known, state: 'current' }
  })
}
