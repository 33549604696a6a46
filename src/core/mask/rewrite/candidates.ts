import type { MaskPolicy } from '../policy.ts'
import { protections } from '../protections.ts'
import type { ResultFacts } from '../result-facts.ts'
import type { Candidate } from '../select-batch.ts'
import type { Observation } from '../turns.ts'

export interface CandidateTerms {
  readonly observations: readonly Observation[]
  readonly policy: MaskPolicy
  readonly facts: ResultFacts
  /** Errors stay though a later run of the same call went well. */
  readonly keepsOvercome: boolean
  /** How much each place holds, as it is sent now. */
  readonly charsAt: (at: number) => number
  readonly placeholderChars: number
  readonly isMasked: (kind: Candidate['kind'], observation: Observation) => boolean
  /** Places of later results that refer to a place. */
  readonly referrersOf: (at: number) => readonly number[]
  /** Whether a result refers to earlier ones: short as it is, it has to leave before they can. */
  readonly isReferring: (at: number) => boolean
}

/** What lies behind so much of newer results is old, however few turns ago it came. */
const windowChars = 200_000

/** What may leave, in the order of the conversation. */
export function findCandidates(terms: CandidateTerms): readonly Candidate[] {
  const { observations, policy, charsAt, placeholderChars, isMasked } = terms
  const isOld = windowOf(terms)
  const isKept = keeping(terms)
  const turns = observations.at(-1)?.turn ?? 0
  const leaving = new Set<number>()
  const found: Candidate[] = []
  for (const observation of observations.toReversed()) {
    const { at, callAt, turn, call } = observation
    if (!isOld(observation)) continue
    const since = Math.min(turns, turn + policy.window_turns)
    const isGone = isMasked('result', observation)
    const freedChars = charsAt(at) - placeholderChars
    if (isGone) leaving.add(at)
    else if ((freedChars > 0 || terms.isReferring(at)) && !isKept(observation, leaving)) {
      leaving.add(at)
      found.push({ kind: 'result', observation, at, freedChars, since })
    }
    if (isLongInput(observation, terms))
      found.push({
        kind: 'input',
        observation,
        at: callAt,
        freedChars: call.chars - placeholderChars,
        since,
      })
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/** What a call carried, where the policy lets that leave. */
function isLongInput(
  observation: Observation,
  { policy, placeholderChars, isMasked }: CandidateTerms,
): boolean {
  const { call } = observation
  if (!policy.clear_inputs || call.isFixed === true) return false
  const least = Math.max(policy.clear_inputs_min_chars, 2 * placeholderChars)
  return call.chars >= least && !isMasked('input', observation)
}

/** Out of the window of newest turns, or behind more text than a window holds. */
function windowOf({ observations, policy, charsAt }: CandidateTerms) {
  const turns = observations.at(-1)?.turn ?? 0
  const newer = new Map<Observation, number>()
  let chars = 0
  for (const observation of observations.toReversed()) {
    newer.set(observation, chars)
    chars += charsAt(observation.at)
  }
  return (observation: Observation): boolean =>
    observation.turn <= turns - policy.window_turns ||
    (observation.turn < turns && (newer.get(observation) ?? 0) > windowChars)
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
  const lastSuccess = new Map<string, number>()
  const lastOfCall = new Map<string, number>()
  const maskedCalls = new Set<string>()
  for (const observation of observations) {
    kept.arrive(observation)
    const call = facts.callKey(observation)
    lastOfCall.set(call, observation.at)
    if (isMasked('result', observation)) maskedCalls.add(call)
    else if (policy.keep_errors && !facts.isError(observation.result))
      lastSuccess.set(call, observation.at)
  }

  function isKeptError(observation: Observation): boolean {
    if (!policy.keep_errors || !facts.isError(observation.result)) return false
    return keepsOvercome || (lastSuccess.get(facts.callKey(observation)) ?? -1) < observation.at
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
