import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { MemoryLine, RewrittenLine } from '../../../ports/store/memories.ts'
import { toIsoTime } from '../../text/iso-time.ts'
import type { MemoryDeps, Spoken } from '../deps.ts'
import { type KnownLearning, knownLearning, scopeHistory } from '../records/known-learning.ts'
import { load, sortLines } from '../records/load.ts'
import { message } from '../records/message.ts'
import {
  injection,
  joinKey,
  learning,
  outcome,
  reuseRecord,
  type Scope,
} from '../records/records.ts'
import { honestScores } from './honest-score.ts'
import { earnedScope, transition } from './scope.ts'

interface Move {
  readonly id: string
  readonly from: Scope
  readonly to: Scope
  readonly reuseScore: number
}

export interface Promoted extends Spoken {
  readonly moves: readonly Move[]
  readonly refusedTransitions: number
}

export interface PromoteRequest {
  readonly isDryRun: boolean
  /** Asks for one move alone; it is refused, with the reason, unless it is allowed and earned. */
  readonly only?: { readonly id: string; readonly to: Scope } | undefined
}

/** Moves each learning at most one scope up, where its score has earned it. */
export async function promoteLearnings(
  deps: MemoryDeps,
  { isDryRun, only }: PromoteRequest,
): Promise<Promoted> {
  const { files } = deps
  const { stored, messages } = await load(files, 'learnings.jsonl', learning, 'lifecycle')
  const scores = await load(files, 'learnings-scores.jsonl', reuseRecord, 'lifecycle')
  const scoreOf = new Map(scores.records.map((record) => [joinKey(record), record.reuse_score]))
  const isHeld = await heldBack(deps)
  const decide = (known: KnownLearning): Decision => {
    const reuseScore = scoreOf.get(known.key) ?? 0
    const earned = earnedScope(known.scope, reuseScore)
    const isHeldBack = isHeld(known.key)
    const moveTo = (to: Scope): Move => ({ id: known.id, from: known.scope, to, reuseScore })
    if (only === undefined)
      return earned === undefined || isHeldBack ? undefined : { move: moveTo(earned) }
    return known.id === only.id ? decideAsked(moveTo(only.to), earned, isHeldBack) : undefined
  }
  const decisions = stored.flatMap(({ record }) => decide(knownLearning(deps.digest, record)) ?? [])
  if (only !== undefined && decisions.length === 0)
    throw new EngineError('invalid_input', phrase`No learning in use has the id ${only.id}`)
  const moves = decisions.flatMap(({ move, refusal }) => (refusal === undefined ? [move] : []))
  if (moves.length > 0 && !isDryRun)
    await files.rewrite('learnings.jsonl', async (lines) => promoteLines(deps, lines, decide))
  const refusals = decisions.flatMap(({ refusal }) => refusal ?? [])
  return {
    moves,
    refusedTransitions: refusals.length,
    messages: [...messages, ...scores.messages, ...refusals],
  }
}

type Decision = { readonly move: Move; readonly refusal?: string } | undefined

function decideAsked(move: Move, earned: Scope | undefined, isHeldBack: boolean): Decision {
  const refuse = (reason: string): Decision => ({
    move,
    refusal: message('lifecycle', 'transition refused', `${move.id}: ${reason}`),
  })
  const moved = transition(move.from, move.to)
  if (moved.kind === 'refused') return refuse(moved.reason)
  if (earned !== move.to) return refuse(`a score of ${move.reuseScore} has not earned ${move.to}`)
  return isHeldBack ? refuse('stories do worse with it than without') : { move }
}

/** Keys whose stories do worse with the learning than without, where the settings ask for it. */
async function heldBack({ files, promoteOn }: MemoryDeps): Promise<(key: string) => boolean> {
  if (promoteOn === 'reuse') return () => false
  const injections = await load(files, 'learnings-injections.jsonl', injection, 'lifecycle')
  const outcomes = await load(files, 'learnings-outcomes.jsonl', outcome, 'lifecycle')
  const honest = honestScores(injections.records, outcomes.records)
  return (key) => (honest.get(key)?.lift ?? 0) < 0
}

function promoteLines(
  deps: MemoryDeps,
  lines: readonly MemoryLine[],
  decide: (known: KnownLearning) => Decision,
): readonly RewrittenLine[] {
  const { stored } = sortLines(lines, learning)
  const at = toIsoTime(deps.now())
  const changed = new Map(
    stored.flatMap(({ line, record }) => {
      const decision = decide(knownLearning(deps.digest, record))
      if (decision === undefined || decision.refusal !== undefined) return []
      const { from, to, reuseScore } = decision.move
      const step = { from, to, at, reuse_score: reuseScore }
      const value = { ...record, scope: to, scope_history: [...scopeHistory(record), step] }
      return [[line, { kind: 'changed', value } as const]]
    }),
  )
  return lines.map((line) => changed.get(line) ?? line)
}
