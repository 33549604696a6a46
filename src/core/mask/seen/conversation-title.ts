import { ownCopy } from '../../text/content-memo.ts'
import { facet, type Remembered } from '../../traffic/conversation-memory.ts'
import { isFields } from '../../wire/content.ts'
import type { WireFormat } from '../../wire/wire.ts'

/** What a conversation is called in lists. */
export const titleFacet = facet<string>('title')

const maxChars = 120
/** Reminders and context of the client come first; the person's words soon after. */
const mostMessages = 12

/** Remembers the first words of the person, once a conversation. */
export function rememberTitle(
  memory: Remembered,
  format: WireFormat,
  list: readonly unknown[],
): void {
  if (memory.get(titleFacet) !== undefined) return
  // On its own: cut from a message it would hold on to all of it.
  const title = ownCopy(titleOf(format, list))
  memory.set(titleFacet, title, 2 * title.length)
}

/** The first line a user wrote: clients put what they add in tags or under a heading. */
export function titleOf(format: WireFormat, list: readonly unknown[]): string {
  for (const item of list.slice(0, mostMessages)) {
    if (!isFields(item)) continue
    const { role, parts } = format.words(item)
    if (role !== 'user') continue
    const said = parts.find((part) => part.kind === 'text' && !/^\s*(?:[<#]|$)/.test(part.text))
    if (said) return shortened(said.text)
  }
  return ''
}

function shortened(text: string): string {
  const line =
    text
      .slice(0, 4 * maxChars)
      .trim()
      .split('\n')[0]
      ?.trim() ?? ''
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line
}
