import type { Conversation, Entry } from '../../wire/conversation.ts'
import { commonItems } from '../request/read-conversation.ts'
import { isSieved } from './marker.ts'

interface Searched {
  readonly conversation: Conversation
  /** Where calls with a marker stand. */
  readonly found: readonly number[]
}

const nothing: Searched = { conversation: [], found: [] }
/** By the first entry; entries are the same objects from request to request. */
const newest = new WeakMap<Entry, Searched>()
/** A shorter one is searched sooner than looked up. */
const minEntries = 50

/**
 * How many calls carry a marker of ours, as if to write it to a file: the model took it for the text
 * it stands for. No lines are left out of such a conversation any more.
 */
export function copiedMarkers(conversation: Conversation): number {
  const [first] = conversation
  if (!first || conversation.length < minEntries) return search(conversation, nothing, 0).length
  const before = newest.get(first) ?? nothing
  const found = search(conversation, before, commonItems(before.conversation, conversation))
  newest.set(first, { conversation, found })
  return found.length
}

/** From `start` on; what lies before it was searched. */
function search(conversation: Conversation, before: Searched, start: number): readonly number[] {
  const found = before.found.filter((at) => at < start)
  for (let at = start; at < conversation.length; at++) {
    const entry = conversation[at]
    if (entry?.kind === 'call' && holdsMarker(entry.input)) found.push(at)
  }
  return found
}

function holdsMarker(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('⟦') && isSieved(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsMarker)
}
