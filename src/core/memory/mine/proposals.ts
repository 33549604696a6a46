import { z } from 'zod'
import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import { readSessionFile } from '../../sessions/read-sessions.ts'
import type { SessionFile } from '../../sessions/session.ts'
import { toIsoTime } from '../../text/iso-time.ts'
import { shortId } from '../../text/short-id.ts'
import type { MemoryDeps, Spoken } from '../deps.ts'
import { isEchoOf, withoutInjected } from '../inject/loop-guard.ts'
import { load, sortLines } from '../records/load.ts'
import type { Library } from '../search/library.ts'
import type { NewLearning, Remembered } from '../write/remember.ts'
import { mineSessions } from './mine-sessions.ts'

const file = 'proposals.jsonl'

/** A line of `proposals.jsonl`. */
const keptProposal = z.looseObject({
  id: z.string(),
  kind: z.enum(['fix', 'command', 'preference']),
  text: z.string(),
  confidence: z.number(),
  project: z.string().optional(),
  evidence: z.array(z.object({ agent: z.string(), session: z.string(), quote: z.string() })),
  state: z.enum(['open', 'accepted', 'dismissed']),
  date: z.string(),
})

type KeptProposal = z.infer<typeof keptProposal>

export interface Mined extends Spoken {
  /** What was not proposed before, the surest first. */
  readonly proposals: readonly KeptProposal[]
  /** Patterns that memory knows already, or that somebody has decided about. */
  readonly known: number
  readonly sessions: number
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[]
}

/** Proposes what sessions show; nothing becomes a memory before it is accepted. */
export async function mine(
  deps: MemoryDeps,
  library: Library,
  files: readonly SessionFile[],
): Promise<Mined> {
  const readings = files.map(readSessionFile)
  const sessions = readings.flatMap((one) => (one.kind === 'read' ? one.sessions : []))
  const found = mineSessions(sessions)
  const before = await load(deps.files, file, keptProposal, 'mine')
  const decided = new Set(before.records.map(({ id }) => id))
  const learned = (await library.everyLearning()).items.map(({ known }) => known.record.text)
  // The same session is mined again tomorrow, and what was accepted then is in front of an agent.
  const fresh = found
    .map((one) => ({ ...one, id: shortId('prp_', deps.digest(`${one.kind} ${one.text}`)) }))
    .filter(({ id, text }) => {
      const own = withoutInjected(text)
      return own !== '' && !decided.has(id) && !learned.some((known) => isEchoOf(own, known))
    })
  const date = toIsoTime(deps.now())
  const proposals = fresh.map(({ folder, evidence, ...one }): KeptProposal => {
    const project = projectOf(folder)
    return {
      ...one,
      ...(project === undefined ? {} : { project }),
      evidence: evidence.map((each) => ({ ...each })),
      state: 'open',
      date,
    }
  })
  await deps.files.append(file, proposals)
  return {
    proposals,
    known: found.length - fresh.length,
    sessions: sessions.length,
    unreadable: readings.flatMap((one) => (one.kind === 'unreadable' ? [one] : [])),
    messages: before.messages,
  }
}

/** Proposals that nobody has decided about, the surest first. */
export async function openProposals(
  deps: MemoryDeps,
): Promise<Spoken & { readonly proposals: readonly KeptProposal[] }> {
  const { records, messages } = await load(deps.files, file, keptProposal, 'mine')
  const open = records.filter(({ state }) => state === 'open')
  return { proposals: open.toSorted((a, b) => b.confidence - a.confidence), messages }
}

/** Makes memories of proposals, each with its evidence on record. */
export async function acceptProposals(
  deps: MemoryDeps,
  ids: readonly string[],
  remember: (learning: NewLearning) => Promise<Remembered>,
): Promise<readonly { readonly id: string; readonly memory: string | null }[]> {
  const wanted = await require(deps, ids)
  const accepted: { id: string; memory: string | null }[] = []
  for (const { id, kind, text, project } of wanted) {
    const kept = await remember({ text, gate: 0, tags: [kind], project })
    accepted.push({ id, memory: (kept.kind === 'stored' ? kept.id : kept.of) ?? null })
  }
  await decide(deps, ids, 'accepted')
  return accepted
}

/** They are not proposed again. */
export async function dismissProposals(deps: MemoryDeps, ids: readonly string[]): Promise<void> {
  await require(deps, ids)
  await decide(deps, ids, 'dismissed')
}

async function require(deps: MemoryDeps, ids: readonly string[]): Promise<readonly KeptProposal[]> {
  const { proposals } = await openProposals(deps)
  return ids.map((id) => {
    const found = proposals.find((one) => one.id === id)
    if (found) return found
    throw new EngineError('memory_not_found', phrase`No open proposal has the id ${id}`, {
      hint: '`tamis memory proposals` lists them.',
    })
  })
}

async function decide(
  deps: MemoryDeps,
  ids: readonly string[],
  state: KeptProposal['state'],
): Promise<void> {
  await deps.files.rewrite(file, async (lines) => {
    const { stored } = sortLines(lines, keptProposal)
    const changed = new Map(
      stored
        .filter(({ record }) => ids.includes(record.id))
        .map(({ line, record }) => [line, { ...record, state }] as const),
    )
    return lines.map((line) => {
      const value = changed.get(line)
      return value === undefined ? line : { kind: 'changed', value }
    })
  })
}

/** The last part of the folder's path, as one word. */
function projectOf(folder: string): string | undefined {
  const name = folder.split(/[\\/]/).findLast((part) => part !== '') ?? ''
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[._-]+/, '')
  return plain === '' ? undefined : plain
}
