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

/**
 * Pairs results with calls in one pass that never looks ahead, so a longer conversation pairs its
 * beginning in the same way. A result without an open call of its id belongs to no turn.
 */
export function observations(conversation: Conversation): readonly Observation[] {
  const open = new Map<string, { call: CallEntry; callAt: number }>()
  const turnOfGroup = new Map<number, number>()
  const found: Observation[] = []
  let at = -1
  for (const entry of conversation) {
    at++
    if (entry.kind === 'call') open.set(entry.callId, { call: entry, callAt: at })
    if (entry.kind !== 'result') continue
    const asked = open.get(entry.callId)
    if (!asked) continue
    open.delete(entry.callId)
    const known = turnOfGroup.get(asked.call.group)
    const turn = known ?? turnOfGroup.size + 1
    turnOfGroup.set(asked.call.group, turn)
    const tool = asked.call.tool || (entry.tool ?? '')
    const { call, callAt } = asked
    const opensTurn = known === undefined
    found.push({ at, callAt, result: entry, call, tool, turn, opensTurn })
  }
  return found
}
