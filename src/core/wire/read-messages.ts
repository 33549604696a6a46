import { contentText, type Fields, isFields, textOf } from './content.ts'
import type { FormatName } from './wire-formats.ts'

/** One message as people read it, whatever the wire format. */
export interface ReadMessage {
  readonly role: string
  readonly parts: readonly ReadPart[]
}

export type ReadPart =
  | { readonly kind: 'text'; readonly text: string }
  /** What the model asked of a tool. */
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly callId: string
      readonly text: string
    }
  | { readonly kind: 'result'; readonly callId: string; readonly text: string }
  /** An image, a file or anything we only forward. */
  | { readonly kind: 'other'; readonly text: string }

/** The messages of a list in any of the formats; what is not known is named by its type. */
export function readMessages(format: FormatName, list: readonly unknown[]): readonly ReadMessage[] {
  return list
    .filter(isFields)
    .map((item) => (format === 'openai-responses' ? readItem(item) : readMessage(item)))
}

function readMessage(message: Fields): ReadMessage {
  const role = textOf(message.role) || 'other'
  if (role === 'tool') return { role, parts: [result(message.tool_call_id, message.content)] }
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isFields) : []
  return { role, parts: [...readContent(message.content), ...calls.map(readChatCall)] }
}

function readChatCall(call: Fields): ReadPart {
  const asked = isFields(call.function) ? call.function : isFields(call.custom) ? call.custom : {}
  const input = asked.arguments ?? asked.input
  return { kind: 'call', tool: textOf(asked.name), callId: textOf(call.id), text: toText(input) }
}

function readContent(content: unknown): readonly ReadPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isFields).map(readBlock) : []
}

function readBlock(block: Fields): ReadPart {
  const type = textOf(block.type)
  if (type === 'tool_use') {
    const { name, id, input } = block
    return { kind: 'call', tool: textOf(name), callId: textOf(id), text: toText(input) }
  }
  if (type === 'tool_result') return result(block.tool_use_id, block.content)
  const text = block.text ?? block.thinking ?? block.refusal
  if (typeof text === 'string') return { kind: 'text', text }
  return { kind: 'other', text: type || 'part' }
}

function readItem(item: Fields): ReadMessage {
  const type = textOf(item.type)
  if (type.endsWith('_output')) return { role: 'tool', parts: [result(item.call_id, item.output)] }
  if (type.endsWith('_call')) {
    const { name, call_id, arguments: given, input, action } = item
    const text = toText(given ?? input ?? action)
    const call = {
      kind: 'call',
      tool: textOf(name) || type,
      callId: textOf(call_id),
      text,
    } as const
    return { role: 'assistant', parts: [call] }
  }
  if (type === '' || type === 'message') return readMessage(item)
  const parts = readContent(item.summary)
  return {
    role: 'assistant',
    parts: parts.length > 0 ? parts : [{ kind: 'other', text: type }],
  }
}

function result(callId: unknown, content: unknown): ReadPart {
  return { kind: 'result', callId: textOf(callId), text: contentText(content) || toText(content) }
}

/** A short object reads best on one line. */
const longestFlat = 100

function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  const flat = JSON.stringify(value)
  return flat.length <= longestFlat ? flat : JSON.stringify(value, null, 2)
}
