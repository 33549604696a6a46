import { fileAccesses } from '../facts/file-access.ts'
import type { ResultFacts } from '../facts/result-facts.ts'
import type { Observation } from '../facts/turns.ts'
import type { MaskPolicy } from '../policy.ts'
import { protections } from '../window/protections.ts'
import type { Candidate } from '../window/select-batch.ts'
import { carriedTexts } from './carried-texts.ts'
import { replacedChars } from './clear-replaced.ts'
import { runKeys } from './run-key.ts'

export interface CandidateTerms {
  readonly observations: readonly Observation[]
  readonly policy: MaskPolicy
  readonly facts: ResultFacts
  /** Errors stay though a later run of the same call went well. */
  readonly keepsOvercome: boolean
  /** How much each place holds, as it is sent now. */
  readonly charsAt: (at: number) => number
  readonly placeholderChars: number
  /** What calls carried into files that nobody works on leaves from this size on. */
  readonly idleInputChars: number
  readonly isMasked: (kind: Candidate['kind'], observation: Observation) => boolean
  /** Places of later results that refer to a place. */
  readonly referrersOf: (at: number) => readonly number[]
  /** Whether a result refers to earlier ones: short as it is, it has to leave before they can. */
  readonly isReferring: (at: number) => boolean
}

/** What lies behind so much of newer results is old, however few turns ago it came. */
const windowChars = 160_000
/** What was asked or read again since, or replaced by an edit, is seen for so many turns more. */
const supersededTurns = 2
/** A file that nobody has read or edited for so many turns is not worked on. */
const idleTurns = 60
/** A shorter text that an edit replaced is not worth a placeholder. */
const shortestReplaced = 400

/** What may leave, in the order of the conversation. */
export function findCandidates(terms: CandidateTerms): readonly Candidate[] {
  const { observations } = terms
  const oldFrom = leavingTurns(terms)
  const isKept = keeping(terms)
  const turns = observations.at(-1)?.turn ?? 0
  const gone = new Set<number>()
  const touchedAt = lastTouches(observations)
  const found: Candidate[] = []
  for (const observation of observations.toReversed()) {
    const { at } = observation
    const result = oldResult(observation, oldFrom(observation), terms)
    if (terms.isMasked('result', observation)) gone.add(at)
    else if (result && result.since <= turns && !isKept(observation, gone)) {
      gone.add(at)
      found.push(result)
    }
    const isIdle = turns - touchedAt(observation) >= idleTurns
    const input = oldInput(observation, turns, isIdle, terms)
    if (input) found.push(input)
  }
  return found.toSorted((a, b) => a.at - b.at)
}

function oldResult(
  observation: Observation,
  since: number,
  { charsAt, placeholderChars, isReferring }: CandidateTerms,
): Candidate | undefined {
  const { at } = observation
  const freedChars = charsAt(at) - placeholderChars
  if (freedChars <= 0 && !isReferring(at)) return undefined
  return { kind: 'result', observation, at, freedChars, since }
}

/** What a call carried, where the policy lets that leave: all of it, or first the text it replaced. */
function oldInput(
  observation: Observation,
  turns: number,
  isIdle: boolean,
  { policy, placeholderChars, idleInputChars, isMasked }: CandidateTerms,
): Candidate | undefined {
  const { call, callAt: at, turn } = observation
  if (!policy.clear_inputs || call.isFixed === true || isMasked('input', observation))
    return undefined
  const old = turn + policy.window_turns
  const wanted = policy.clear_inputs_min_chars
  const shortest = Math.max(
    isIdle ? Math.min(wanted, idleInputChars) : wanted,
    2 * placeholderChars,
  )
  const isReplacedGone = isMasked('replaced', observation)
  const carried = carriedTexts(call).chars - (isReplacedGone ? replacedChars(call) : 0)
  if (old <= turns && carried >= shortest)
    return { kind: 'input', observation, at, freedChars: carried - placeholderChars, since: old }
  const replaced = turn + supersededTurns
  if (replaced > turns || isReplacedGone) return undefined
  const chars = replacedChars(call)
  if (chars < shortestReplaced) return undefined
  const freedChars = chars - placeholderChars
  return { kind: 'replaced', observation, at, freedChars, since: replaced }
}

/** When the file of a call was last read or edited; of a call without one, when it was made. */
function lastTouches(observations: readonly Observation[]): (observation: Observation) => number {
  const accessOf = fileAccesses()
  const last = new Map<string, number>()
  for (const { tool, call, turn } of observations) {
    const path = accessOf(tool, call.input)?.path
    if (path !== undefined) last.set(path, turn)
  }
  return ({ tool, call, turn }) => last.get(accessOf(tool, call.input)?.path ?? '') ?? turn
}

/** The turn from which a result is old: out of the window, behind much text, or asked for again since. */
function leavingTurns({
  observations,
  policy,
  facts,
  charsAt,
}: CandidateTerms): (observation: Observation) => number {
  const accessOf = fileAccesses()
  const turns = observations.at(-1)?.turn ?? 0
  const wholeReads = new Map<string, number>()
  const lastOfCall = new Map<string, number>()
  const newer = new Map<Observation, number>()
  for (const observation of observations) {
    const access = accessOf(observation.tool, observation.call.input)
    lastOfCall.set(facts.callKey(observation), observation.turn)
    if (access?.isWhole) wholeReads.set(access.path, observation.turn)
  }
  let chars = 0
  for (const observation of observations.toReversed()) {
    newer.set(observation, chars)
    chars += charsAt(observation.at)
  }
  return (observation) => {
    const { turn, tool, call } = observation
    if (turn < turns && (newer.get(observation) ?? 0) > windowChars) return turn
    const access = accessOf(tool, call.input)
    const readAgain = access?.kind === 'read' ? wholeReads.get(access.path) : undefined
    const again = Math.max(lastOfCall.get(facts.callKey(observation)) ?? turn, readAgain ?? turn)
    const window = turn + policy.window_turns
    return again > turn ? Math.min(window, again + supersededTurns) : window
  }
}

function keeping({
  observations,
  policy,
  facts,
  keepsOvercome,
  referrersOf,
  isMasked,
}: CandidateTerms) {
  const kept = protections({ ...policy, keep_errors: false }, facts, () => [])
  const runKey = runKeys(facts)
  const lastSuccess = new Map<string, number>()
  const lastOfCall = new Map<string, number>()
  const maskedCalls = new Set<string>()
  for (const observation of observations) {
    kept.arrive(observation)
    const call = facts.callKey(observation)
    lastOfCall.set(call, observation.at)
    if (isMasked('result', observation)) maskedCalls.add(call)
    else if (policy.keep_errors && !facts.isError(observation.result))
      lastSuccess.set(runKey(observation), observation.at)
  }

  function isKeptError(observation: Observation): boolean {
    if (!policy.keep_errors || !facts.isError(observation.result)) return false
    return keepsOvercome || (lastSuccess.get(runKey(observation)) ?? -1) < observation.at
  }

  /** The newest answer to a call that was made again after its answer had left. */
  function isAskedAgain(observation: Observation): boolean {
    const call = facts.callKey(observation)
    return (
      policy.keep_repeated_calls && maskedCalls.has(call) && lastOfCall.get(call) === observation.at
    )
  }

  return (observation: Observation, leaving: ReadonlySet<number>): boolean =>
    kept.isKeptForGood(observation) ||
    kept.isKeptForNow(observation) ||
    isKeptError(observation) ||
    isAskedAgain(observation) ||
    // Without it, what refers to it says nothing.
    !referrersOf(observation.at).every((place) => leaving.has(place))
}
