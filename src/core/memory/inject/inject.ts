import type { Caller } from '../../../ports/caller.ts'
import type { MemoryDeps, Spoken } from '../deps.ts'
import type { Library } from '../search/library.ts'
import { pickClarifications, pickLearnings, pickWatchNotes } from '../search/pick.ts'
import type { LeftOut } from './budget.ts'
import { type FilledSection, fillSection } from './fill-section.ts'
import { renderBlock, type SectionName, sectionNames } from './inject-block.ts'
import { recordInjections, recordOmissions } from './record-injection.ts'

export interface InjectRequest {
  /** The story about to start. */
  readonly story: string
  readonly domain?: string | undefined
  readonly project?: string | undefined
  /** What the story is about; without it nothing can be compared, and reuse and age decide. */
  readonly queryText?: string | undefined
  /** Most tokens of the whole block, its frame included. */
  readonly budgetTokens?: number | undefined
  /** Least similarity an item must have. */
  readonly floor: number
  /** The door the request came through, for the ledger. */
  readonly source: string
  readonly caller?: Caller | undefined
  /** Only shows the block: no injection is recorded. */
  readonly isDryRun?: boolean
}

export interface Injected extends Spoken {
  readonly block: string
  /** Ids of the learnings, notes and clarifications in the block. */
  readonly shown: readonly string[]
  readonly leftOut: readonly LeftOut[]
  readonly unavailable: readonly SectionName[]
}

/** Below this, an item shares next to nothing with the task. */
export const defaultFloor = 0.05

/** Assembles the block for a story and records what it holds; a source that fails costs only its section. */
export async function inject(
  deps: MemoryDeps,
  library: Library,
  request: InjectRequest,
  signal?: AbortSignal,
): Promise<Injected> {
  const startedAt = deps.now()
  const parts = await fillSections(deps, library, request, signal)
  const filled = sectionNames.map((name) => parts[name])
  const shown = filled.flatMap((part) => part.shown)
  const leftOut = filled.flatMap((part) => part.leftOut)
  const block = renderBlock(request.story, {
    learnings: parts.learnings.section,
    veille: parts.veille.section,
    clarifications: parts.clarifications.section,
  })
  const recorded = request.isDryRun
    ? []
    : [
        ...(await recordInjections(deps, request, shown)),
        ...(await recordOmissions(deps, {
          source: request.source,
          caller: request.caller,
          block,
          leftOut,
          durationMs: deps.now() - startedAt,
        })),
      ]
  return {
    block,
    shown: shown.map(({ id }) => id),
    leftOut,
    unavailable: sectionNames.filter((name) => parts[name].section.kind === 'unavailable'),
    messages: [...filled.flatMap((part) => part.messages), ...recorded],
  }
}

/** Learnings have the first claim on the budget, then watch notes, then clarifications. */
async function fillSections(
  deps: MemoryDeps,
  library: Library,
  { story, domain, project, queryText, budgetTokens, floor }: InjectRequest,
  signal?: AbortSignal,
): Promise<Readonly<Record<SectionName, FilledSection>>> {
  const query = queryText?.trim() === '' ? undefined : queryText
  let rest =
    budgetTokens === undefined ? undefined : budgetTokens - (await frameTokens(deps, story))
  const fill = async (name: SectionName, source: Parameters<typeof fillSection>[2]) => {
    const part = await fillSection(deps.tokenizer, name, source, floor, rest)
    if (rest !== undefined) rest -= part.spentTokens
    return part
  }
  const { digest } = deps
  return {
    learnings: await fill('learnings', () => pickLearnings(library, query, signal)),
    veille: await fill('veille', () => pickWatchNotes(library, digest, query, signal)),
    clarifications: await fill('clarifications', () =>
      pickClarifications(library, digest, domain, project),
    ),
  }
}

/** The marks and titles that every block has, before any item. */
async function frameTokens(deps: MemoryDeps, story: string): Promise<number> {
  const empty = { kind: 'available', items: [], leftOut: 9 } as const
  const frame = renderBlock(story, { learnings: empty, veille: empty, clarifications: empty })
  const [tokens = 0] = await deps.tokenizer.count([frame])
  return tokens
}
