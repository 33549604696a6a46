import { charsPerToken } from '../../wire/conversation.ts'
import { type FileAccess, fileAccesses } from '../facts/file-access.ts'
import type { ResultFacts } from '../facts/result-facts.ts'
import type { Observation } from '../facts/turns.ts'
import type { MaskPolicy } from '../policy.ts'
import { toolMatcher } from './tool-name.ts'

/** Which results stay. It hears of results in order and never looks ahead. */
interface Protections {
  /** Called for each result as it comes. */
  arrive(observation: Observation): void
  /** What its own content or tool decides, once and for all. */
  isKeptForGood(observation: Observation): boolean
  /** What depends on what has come since. */
  isKeptForNow(observation: Observation): boolean
}

/** The places of the earlier results that a result, as it is sent, refers to. */
export type ReferredTo = (at: number) => readonly number[]

interface Arrival {
  readonly order: number
  readonly orderInTool: number
  readonly charsBefore: number
  readonly access: FileAccess | undefined
}

export function protections(
  policy: MaskPolicy,
  facts: ResultFacts,
  referredTo: ReferredTo,
): Protections {
  const fileAccess = fileAccesses()
  const isProtectedTool = toolMatcher(policy.protected_tools)
  const arrivals = new Map<number, Arrival>()
  const perTool = new Map<string, number>()
  const lastWholeRead = new Map<string, number>()
  const lastEdit = new Map<string, number>()
  const needsFiles = policy.keep_edited_reads || policy.stale_reads_first
  const pointedAt = new Set<number>()
  let resultChars = 0

  function remember(access: FileAccess | undefined, at: number): void {
    if (!access) return
    if (access.kind === 'edit') lastEdit.set(access.path, at)
    if (access.isWhole) lastWholeRead.set(access.path, at)
  }

  function isAmongLast({ tool }: Observation, { orderInTool }: Arrival): boolean {
    const kept = policy.keep_last_k_per_tool
    return kept !== null && orderInTool > (perTool.get(tool) ?? 0) - kept
  }

  function isStale(access: FileAccess | undefined, at: number): boolean {
    return access?.kind === 'read' && (lastWholeRead.get(access.path) ?? at) > at
  }

  function isEditedRead(access: FileAccess | undefined, at: number): boolean {
    if (!access?.isWhole || lastWholeRead.get(access.path) !== at) return false
    return (lastEdit.get(access.path) ?? at) > at
  }

  return {
    arrive(observation) {
      const { at, tool, call, result } = observation
      const access = needsFiles ? fileAccess(tool, call.input) : undefined
      const orderInTool = (perTool.get(tool) ?? 0) + 1
      perTool.set(tool, orderInTool)
      arrivals.set(at, { order: arrivals.size, orderInTool, charsBefore: resultChars, access })
      resultChars += result.chars
      for (const place of referredTo(at)) pointedAt.add(place)
      remember(access, at)
    },
    isKeptForGood({ tool, result }) {
      if (result.isFixed === true) return true
      if (isProtectedTool(tool) || result.chars < policy.min_result_chars) return true
      if (facts.isPlaceholder(result)) return true
      return policy.keep_errors && facts.isError(result)
    },
    isKeptForNow(observation) {
      const arrival = arrivals.get(observation.at)
      // Without it the text that points at it says nothing.
      if (!arrival || pointedAt.has(observation.at)) return true
      if (policy.stale_reads_first && isStale(arrival.access, observation.at)) return false
      return (
        (policy.keep_first_observation && arrival.order === 0) ||
        resultChars - arrival.charsBefore <= policy.protect_newest_tokens * charsPerToken ||
        isAmongLast(observation, arrival) ||
        (policy.keep_edited_reads && isEditedRead(arrival.access, observation.at))
      )
    },
  }
}
