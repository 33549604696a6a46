import type { Conversation } from '../../wire/conversation.ts'
import { isSieved } from './marker.ts'

/**
 * How many calls carry a marker of ours, as if to write it to a file: the model took it for the text
 * it stands for. No lines are left out of such a conversation any more.
 */
export function copiedMarkers(conversation: Conversation): number {
  let found = 0
  for (const entry of conversation) if (entry.kind === 'call' && holdsMarker(entry.input)) found++
  return found
}

function holdsMarker(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('⟦') && isSieved(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsMarker)
}
