import { type Conversation, charsOf, charsPerToken } from '../../wire/conversation.ts'
import type { ResultFacts } from '../facts/result-facts.ts'
import { type Observation, observations } from '../facts/turns.ts'
import type { MaskPolicy } from '../policy.ts'
import { protections, type ReferredTo } from './protections.ts'
import { repeatedCalls } from './repeated-calls.ts'
import { type Candidate, selectBatch } from './select-batch.ts'

/** A moment at which a batch was masked. */
interface Commit {
  /** The turn whose first result was about to be sent. */
  readonly turn: number
  readonly batch: readonly Candidate[]
}

interface CommitPoints {
  readonly commits: readonly Commit[]
  readonly repeatedCalls: number
}

/**
 * Replays the conversation from its beginning and finds the moments at which a batch was masked.
 * Each moment is decided by what came before it alone, so the same conversation with more at its
 * end has the same moments, no session needs to be remembered, and a restart changes nothing.
 */
export function commitPoints(
  conversation: Conversation,
  policy: MaskPolicy,
  facts: ResultFacts,
  referredTo: ReferredTo,
): CommitPoints {
  const minContextChars = policy.min_context_tokens * charsPerToken
  // Most requests are too short, and are told apart before anything is made for them.
  if (charsOf(conversation) < minContextChars) return { commits: [], repeatedCalls: 0 }
  return replayCommits(conversation, policy, facts, referredTo, minContextChars)
}

function replayCommits(
  conversation: Conversation,
  policy: MaskPolicy,
  facts: ResultFacts,
  referredTo: ReferredTo,
  minContextChars: number,
): CommitPoints {
  const charsBefore = prefixSums(conversation)
  const kept = protections(policy, facts, referredTo)
  const repeats = repeatedCalls(policy.keep_repeated_calls)
  const saved = runningSum(conversation.length)
  const byTurn = new Map<number, Observation[]>()
  const commits: Commit[] = []
  let pending: Candidate[] = []
  let turns = 0
  let boundary = 0

  const sentBefore = (at: number): number => (charsBefore[at] ?? 0) - saved.before(at)

  function open(turn: number, at: number): void {
    turns = turn
    const fallen = turn - policy.window_turns
    for (const observation of byTurn.get(fallen) ?? []) fall(observation)
    if (fallen - boundary < policy.commit_every_turns || sentBefore(at) < minContextChars) return
    const batch = selectBatch(pending.filter(isFree), {
      turn,
      minFreedChars: policy.commit_min_tokens * charsPerToken,
      payback: policy.commit_payback,
      charsFrom: (from) => sentBefore(at) - sentBefore(from),
    })
    if (batch.length > 0) commit(turn, fallen, batch)
  }

  function commit(turn: number, fallen: number, batch: readonly Candidate[]): void {
    const gone = new Set(batch)
    pending = pending.filter((candidate) => !gone.has(candidate))
    for (const { kind, observation, at, freedChars } of batch) {
      saved.add(at, freedChars)
      if (kind === 'result') repeats.mask(observation, turn)
    }
    for (const { observation } of pending) repeats.spare(observation)
    boundary = fallen
    commits.push({ turn, batch })
  }

  function isFree({ kind, observation }: Candidate): boolean {
    if (kind === 'input') return true
    return !kept.isKeptForNow(observation) && !repeats.isKept(observation)
  }

  function arrive(observation: Observation): void {
    kept.arrive(observation)
    repeats.arrive(observation)
    const { turn } = observation
    // A result that comes after its turn left the window waits for the next commit like the others.
    if (turn + policy.window_turns <= turns) fall(observation)
    else byTurn.set(turn, [...(byTurn.get(turn) ?? []), observation])
  }

  function fall(observation: Observation): void {
    const isKept = kept.isKeptForGood(observation)
    pending.push(...candidatesOf(observation, turns, policy, isKept))
  }

  for (const observation of observations(conversation)) {
    if (observation.opensTurn) open(observation.turn, observation.at)
    arrive(observation)
  }
  return { commits, repeatedCalls: repeats.count() }
}

function candidatesOf(
  observation: Observation,
  since: number,
  policy: MaskPolicy,
  isKept: boolean,
): Candidate[] {
  const { result, call, tool, at, callAt } = observation
  const placeholderChars =
    policy.placeholder_template.length +
    call.callId.length +
    tool.length +
    policy.preview_head_chars +
    policy.preview_tail_chars
  const found: Candidate[] = []
  const freedChars = result.chars - placeholderChars
  if (!isKept && (freedChars > 0 || policy.min_result_chars === 0))
    found.push({ kind: 'result', observation, at, freedChars, since })
  if (policy.clear_inputs && !call.isFixed && call.chars >= policy.clear_inputs_min_chars) {
    const freed = call.chars - placeholderChars
    found.push({ kind: 'input', observation, at: callAt, freedChars: freed, since })
  }
  return found
}

function prefixSums(conversation: Conversation): Float64Array {
  const sums = new Float64Array(conversation.length + 1)
  let sum = 0
  let at = 0
  for (const { chars } of conversation) {
    sum += chars
    sums[++at] = sum
  }
  return sums
}

/** Sums over a growing list whose numbers change (a Fenwick tree): every step is logarithmic. */
interface RunningSum {
  add(index: number, amount: number): void
  /** The sum of the numbers before `index`. */
  before(index: number): number
}

function runningSum(length: number): RunningSum {
  const tree = new Float64Array(length + 1)
  return {
    add(index, amount) {
      for (let i = index + 1; i <= length; i += i & -i) tree[i] = (tree[i] ?? 0) + amount
    },
    before(index) {
      let sum = 0
      for (let i = Math.min(index, length); i > 0; i -= i & -i) sum += tree[i] ?? 0
      return sum
    },
  }
}
