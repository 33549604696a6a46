import { facet, type Remembered } from '../../traffic/conversation-memory.ts'
import type { Conversation, Entry } from '../../wire/conversation.ts'
import type { WireFormat } from '../../wire/wire.ts'
import { continuePairing } from '../facts/turns.ts'

/** The last request of a conversation, as it was read. */
interface LastRead {
  readonly format: string
  /** Its items but for the newest. */
  readonly list: readonly unknown[]
  readonly conversation: Conversation
  /** How many entries there are up to the end of each item. */
  readonly ends: readonly number[]
}

const lastFacet = facet<LastRead>('conversation')

/** Clients mark their newest messages anew in each request: those are read again. */
const unsettledItems = 4
const bytesPerItem = 500

/**
 * Reads a list that mostly begins with the very same objects as the one before it in its conversation:
 * their entries are the same objects again, so that whoever looked at them need not look again.
 */
export function readConversation(
  memory: Remembered,
  format: WireFormat,
  list: readonly unknown[],
): Conversation {
  const { readItem, name } = format
  if (!readItem) return format.read(list)
  const remembered = memory.get(lastFacet)
  const last = remembered?.format === name ? remembered : nothing
  const same = commonItems(last.list, list)
  const sameEntries = last.ends[same - 1] ?? 0
  const entries: Entry[] = last.conversation.slice(0, sameEntries)
  const ends = last.ends.slice(0, same)
  for (let index = same; index < list.length; index++) {
    readItem(list[index], index, entries)
    ends.push(entries.length)
  }
  const settled = Math.max(0, list.length - unsettledItems)
  continuePairing(last.conversation, sameEntries, entries, ends[settled - 1] ?? 0)
  memory.set(
    lastFacet,
    { format: name, list: list.slice(0, settled), conversation: entries, ends },
    list.length * bytesPerItem,
  )
  return entries
}

const nothing: LastRead = { format: '', list: [], conversation: [], ends: [] }

/** How many items at the beginning of two lists are one and the same. */
export function commonItems(before: readonly unknown[], now: readonly unknown[]): number {
  const end = Math.min(before.length, now.length)
  for (let at = 0; at < end; at++) if (before[at] !== now[at]) return at
  return end
}
