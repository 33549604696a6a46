import type { CallEntry, Conversation, ResultEntry } from '../wire/conversation.ts'

/** A result, the call it answers, and the tool turn they belong to. */
export interface Observation {
  /** Places in the conversation. */
  readonly at: number
  readonly callAt: number
  readonly result: ResultEntry
  readonly call: CallEntry
  /** The name the call was made under. */
  readonly tool: string
  /** Counted from 1: an assistant message with calls and what answers it is one turn. */
  readonly turn: number
  readonly opensTurn: boolean
}

interface Asked {
  readonly call: CallEntry
  readonly callAt: number
  isOpen: boolean
}

/**
 * Pairs results with calls in one pass that never looks ahead, so a longer conversation pairs its
 * beginning in the same way. A result without an open call of its id belongs to no turn.
 */
export function observations(conversation: Conversation): readonly Observation[] {
  const asked = new Map<string, Asked>()
  const turnOfGroup = new Map<number, number>()
  const found: Observation[] = []
  let at = -1
  for (const entry of conversation) {
    at++
    if (entry.kind === 'call') asked.set(entry.callId, { call: entry, callAt: at, isOpen: true })
    if (entry.kind !== 'result') continue
    const answered = asked.get(entry.callId)
    if (!answered?.isOpen) continue
    // Taking it out would make the map anew every few calls.
    answered.isOpen = false
    const { call, callAt } = answered
    const known = turnOfGroup.get(call.group)
    const turn = known ?? turnOfGroup.size + 1
    const opensTurn = known === undefined
    if (opensTurn) turnOfGroup.set(call.group, turn)
    const tool = call.tool || (entry.tool ?? '')
    found.push({ at, callAt, result: entry, call, tool, turn, opensTurn })
  }
  return found
}
