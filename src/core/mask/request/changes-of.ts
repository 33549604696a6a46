import type { Change } from '../../traffic/bill-request.ts'
import type { Conversation, Edit, Path } from '../../wire/conversation.ts'
import type { ShortenedResult } from '../entry/shortened-results.ts'
import type { Masked, Masking } from '../window/mask.ts'

/** What stands in place of what the client sent, message by message. */
export function changesOf(
  conversation: Conversation,
  { edits, masked }: Masking,
  shortened: readonly ShortenedResult[],
): readonly Change[] {
  const maskedOnes = maskedChanges(conversation, edits, masked)
  if (shortened.length === 0) return maskedOnes
  const shortenedOnes = shortened.map(({ edit, before, after }) => ({
    message: Number(edit.path[0]),
    standIn: after,
    freedChars: before.length - after.length,
  }))
  return [...maskedOnes, ...shortenedOnes]
}

const noChanges: readonly Change[] = []

/** For the very same masks: what they stand for is the same, too. */
const known = new WeakMap<readonly Masked[], readonly Change[]>()

function maskedChanges(
  conversation: Conversation,
  edits: readonly Edit[],
  masked: readonly Masked[],
): readonly Change[] {
  if (masked.length === 0) return noChanges
  const before = known.get(masked)
  if (before) return before
  const came = charsOfResults(conversation)
  const changes = masked.map(({ placeholder, charsBefore, charsAfter }, at) => {
    const path = edits[at]?.path ?? []
    return {
      message: Number(path[0]),
      standIn: placeholder,
      // One that was shortened on entry is masked as it was sent; the client has it whole.
      freedChars: (came.get(path) ?? charsBefore) - charsAfter,
    }
  })
  known.set(masked, changes)
  return changes
}

function charsOfResults(conversation: Conversation): ReadonlyMap<Path, number> {
  const found = new Map<Path, number>()
  for (const entry of conversation)
    if (entry.kind === 'result') found.set(entry.contentPath, entry.chars)
  return found
}
