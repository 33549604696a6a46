import { toIsoDate } from '../../text/iso-time.ts'
import type { Spoken } from '../deps.ts'
import type { DatedLearning } from '../records/dated-learnings.ts'
import type { Library } from '../search/library.ts'

export interface MemoriesRequest {
  /** Those of this project and of none; all of them without it. */
  readonly project?: string | undefined
  /** Those that were replaced or do not hold today, too. */
  readonly isAll: boolean
  readonly limit: number
}

/** One memory as its owner reads it. */
export interface ListedMemory {
  readonly id: string
  readonly date: string
  readonly text: string
  readonly tags: readonly string[]
  readonly project: string | null
  readonly state: DatedLearning['state']
  readonly replaced_by: string | null
}

/** What is remembered, newest first. */
export async function listMemories(
  library: Library,
  { project, isAll, limit }: MemoriesRequest,
): Promise<Spoken & { readonly memories: readonly ListedMemory[]; readonly total: number }> {
  const { items, messages } = await library.everyLearning()
  const wanted = items
    .filter(({ state }) => isAll || state === 'current')
    .filter(({ known }) => isOfProject(known.record.project, project))
    .toSorted((a, b) => b.known.createdAt - a.known.createdAt)
  return { memories: wanted.slice(0, limit).map(toListed), total: wanted.length, messages }
}

/** What belongs to no project is good for every one. */
export function isOfProject(own: unknown, project: string | undefined): boolean {
  return project === undefined || own === undefined || own === project
}

function toListed({ id, known, state, replacedBy }: DatedLearning): ListedMemory {
  const { text, tags, project } = known.record
  return {
    id,
    date: toIsoDate(known.createdAt),
    text,
    tags,
    project: project ?? null,
    state,
    replaced_by: replacedBy ?? null,
  }
}
