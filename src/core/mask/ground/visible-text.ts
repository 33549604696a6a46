import { messageText } from '../../wire/message-text.ts'
import { namesIn } from './names-in.ts'
import { toVisible, type Visible } from './visible-in-order.ts'

/** A message as a model reads it. */
export interface ReadMessage extends Visible {
  readonly names: ReadonlySet<string>
}

/** Reads messages, each text once. Arguments of calls are read as the texts they hold, too. */
export function messageReader(): (message: unknown) => ReadMessage {
  const byMessage = new WeakMap<object, ReadMessage>()
  const byText = new Map<string, ReadMessage>()
  return (message) => {
    const isObject = typeof message === 'object' && message !== null
    const known = isObject ? byMessage.get(message) : undefined
    if (known) return known
    const text = messageText(message)
    const found = byText.get(text) ?? readText(text, message)
    byText.set(text, found)
    if (isObject) byMessage.set(message, found)
    return found
  }
}

function readText(text: string, message: unknown): ReadMessage {
  const held = textsInJson(message).join('\n')
  const visible = toVisible(held === '' ? text : `${text}\n${held}`.replaceAll('\r\n', '\n'))
  return { ...visible, names: namesIn(visible.text) }
}

/** The strings inside the JSON texts that a message holds. */
function textsInJson(value: unknown): readonly string[] {
  if (typeof value === 'string') return stringsOf(parsed(value))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) =>
    name === 'input' && typeof field === 'object' ? stringsOf(field) : textsInJson(field),
  )
}

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

function parsed(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The arguments of a call as one text. */
export function argumentText(input: unknown): string {
  const fields = typeof input === 'string' ? (parsed(input) ?? input) : input
  return stringsOf(fields).join('\n')
}
