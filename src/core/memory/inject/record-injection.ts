import type { Caller } from '../../../ports/caller.ts'
import { toIsoTime } from '../../text/iso-time.ts'
import type { MemoryDeps } from '../deps.ts'
import { message, reasonOf } from '../records/message.ts'
import { check, type Injection, injection } from '../records/records.ts'
import type { Candidate } from '../search/pick.ts'
import type { LeftOut } from './budget.ts'

const file = 'learnings-injections.jsonl'

interface Target {
  readonly story: string
  readonly domain?: string | undefined
  readonly project?: string | undefined
}

/** One line per learning shown; what cannot be written is said, never thrown. */
export async function recordInjections(
  deps: MemoryDeps,
  { story, domain, project }: Target,
  shown: readonly Candidate[],
): Promise<readonly string[]> {
  const date = toIsoTime(deps.now())
  const lines = shown.flatMap(({ learning }) => {
    if (learning === undefined) return []
    const { record, tagsHash, id } = learning
    const target = { injected_story: story, domain, project, date }
    return [
      { story: record.story, gate: record.gate, tags_hash: tagsHash, learning_id: id, ...target },
    ]
  })
  const checked = lines.map((line) => check(injection, line))
  const rejected = checked.find((one) => one.kind === 'rejected')
  if (rejected?.kind === 'rejected') return [message('inject', 'not recorded', rejected.reason)]
  const valid = checked.flatMap((one): Injection[] => (one.kind === 'valid' ? [one.value] : []))
  try {
    await deps.files.append(file, valid)
    return []
  } catch (error) {
    return [message('inject', 'write failed', reasonOf(error))]
  }
}

/** Tells the ledger what the block left out, under ids that `tamis memory show` brings back. */
export async function recordOmissions(
  deps: MemoryDeps,
  {
    source,
    caller,
    block,
    leftOut,
    durationMs,
  }: {
    readonly source: string
    readonly caller?: Caller | undefined
    readonly block: string
    readonly leftOut: readonly LeftOut[]
    readonly durationMs: number
  },
): Promise<readonly string[]> {
  if (leftOut.length === 0) return []
  try {
    const [after = 0] = await deps.tokenizer.count([block])
    const before = after + leftOut.reduce((sum, { tokens }) => sum + tokens, 0)
    await deps.ledger.append([
      {
        at: deps.now(),
        kind: 'inject',
        source,
        ...(caller ? { caller: caller.name } : {}),
        tokens: { before, after },
        durationMs,
        isFallback: false,
        warnings: [],
        details: { left_out: leftOut },
      },
    ])
    return []
  } catch (error) {
    return [message('inject', 'ledger failed', reasonOf(error))]
  }
}
