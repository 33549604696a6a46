import type { Change } from '../traffic/bill-request.ts'
import type { Conversation, Path } from '../wire/conversation.ts'
import type { ShortenedResult } from './entry/shortened-results.ts'
import type { Masking } from './mask.ts'

/** What stands in place of what the client sent, message by message. */
export function changesOf(
  conversation: Conversation,
  { edits, masked }: Masking,
  shortened: readonly ShortenedResult[],
): readonly Change[] {
  if (masked.length + shortened.length === 0) return []
  const came = masked.length > 0 ? charsOfResults(conversation) : undefined
  const maskedOnes = masked.map(({ placeholder, charsBefore, charsAfter }, at) => {
    const path = edits[at]?.path ?? []
    return {
      message: Number(path[0]),
      standIn: placeholder,
      // One that was shortened on entry is masked as it was sent; the client has it whole.
      freedChars: (came?.get(path) ?? charsBefore) - charsAfter,
    }
  })
  const shortenedOnes = shortened.map(({ edit, before, after }) => ({
    message: Number(edit.path[0]),
    standIn: after,
    freedChars: before.length - after.length,
  }))
  return [...maskedOnes, ...shortenedOnes]
}

function charsOfResults(conversation: Conversation): ReadonlyMap<Path, number> {
  const found = new Map<Path, number>()
  for (const entry of conversation)
    if (entry.kind === 'result') found.set(entry.contentPath, entry.chars)
  return found
}
