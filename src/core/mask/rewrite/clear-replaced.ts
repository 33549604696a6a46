import { isFields } from '../../wire/content.ts'
import type { CallEntry } from '../../wire/conversation.ts'
import { replacedKeys } from '../ground/replaced-texts.ts'
import { parseFields } from '../window/clear-input.ts'

/** Shorter ones stay: a stand-in would be as long. */
const shortest = 200

/** How long the texts are that an edit replaced: no file holds them any more. */
export function replacedChars({ input }: Pick<CallEntry, 'input'>): number {
  const fields = typeof input === 'string' ? parseFields(input) : input
  if (!isFields(fields)) return 0
  let chars = 0
  for (const [key, value] of Object.entries(fields))
    if (isReplaced(key, value)) chars += value.length
  return chars
}

/** The arguments of an edit without the text it replaced. */
export function clearReplaced(input: unknown, placeholder: string): unknown {
  const fields = typeof input === 'string' ? parseFields(input) : input
  if (!isFields(fields)) return undefined
  const cleared = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      isReplaced(key, value) ? placeholder : value,
    ]),
  )
  return typeof input === 'string' ? JSON.stringify(cleared) : cleared
}

function isReplaced(key: string, value: unknown): value is string {
  return replacedKeys.has(key) && typeof value === 'string' && value.length >= shortest
}
