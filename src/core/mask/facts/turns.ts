import type { CallEntry, Conversation, ResultEntry } from '../../wire/conversation.ts'

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
}

/** How far the pairing has come at a place, to go on from there. */
interface Mark {
  readonly at: number
  /** So many results were paired before it. */
  readonly found: number
  readonly turns: number
  /** Calls without a result so far. */
  readonly open: ReadonlyMap<string, Asked>
  /** The turns of their groups, where another call of the group was answered. */
  readonly turnOfGroup: ReadonlyMap<number, number>
}

interface Paired {
  readonly found: readonly Observation[]
  readonly mark: Mark
}

const start: Mark = { at: 0, found: 0, turns: 0, open: new Map(), turnOfGroup: new Map() }

/** Each conversation is asked for several times. */
const known = new WeakMap<Conversation, Paired>()

/**
 * Pairs results with calls in one pass that never looks ahead, so a longer conversation pairs its
 * beginning in the same way. A result without an open call of its id belongs to no turn.
 */
export function observations(conversation: Conversation): readonly Observation[] {
  const before = known.get(conversation)
  if (before) return before.found
  const paired = pair(conversation, start, [], conversation.length)
  known.set(conversation, paired)
  return paired.found
}

/**
 * Pairs a conversation of which the first `same` entries are those of an earlier one: their results are
 * the same objects again. What comes before `settled` is likely to be the same in the next one, too.
 */
export function continuePairing(
  before: Conversation,
  same: number,
  conversation: Conversation,
  settled: number,
): void {
  const earlier = known.get(before)
  const isUsable = earlier !== undefined && earlier.mark.at <= same
  const [mark, found] = isUsable ? [earlier.mark, earlier.found] : [start, []]
  known.set(conversation, pair(conversation, mark, found, settled))
}

function pair(
  conversation: Conversation,
  from: Mark,
  before: readonly Observation[],
  markAt: number,
): Paired {
  const open = new Map(from.open)
  const turnOfGroup = new Map(from.turnOfGroup)
  const found = before.slice(0, from.found)
  let { turns } = from
  let mark = from
  for (let at = from.at; at < conversation.length; at++) {
    if (at === markAt) mark = markOf(at, found.length, turns, open, turnOfGroup)
    const entry = conversation[at]
    if (entry?.kind === 'call') open.set(entry.callId, { call: entry, callAt: at })
    if (entry?.kind !== 'result') continue
    const asked = open.get(entry.callId)
    if (!asked) continue
    open.delete(entry.callId)
    const { call } = asked
    const opensTurn = !turnOfGroup.has(call.group)
    const turn = turnOfGroup.get(call.group) ?? ++turns
    if (opensTurn) turnOfGroup.set(call.group, turn)
    found.push({ at, ...asked, result: entry, tool: toolOf(call, entry), turn, opensTurn })
  }
  return { found, mark }
}

function toolOf(call: CallEntry, result: ResultEntry): string {
  return call.tool || (result.tool ?? '')
}

function markOf(
  at: number,
  found: number,
  turns: number,
  open: ReadonlyMap<string, Asked>,
  turnOfGroup: ReadonlyMap<number, number>,
): Mark {
  const groups = new Map<number, number>()
  for (const { call } of open.values()) {
    const turn = turnOfGroup.get(call.group)
    if (turn !== undefined) groups.set(call.group, turn)
  }
  return { at, found, turns, open: new Map(open), turnOfGroup: groups }
}
