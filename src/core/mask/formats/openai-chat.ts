import type { CallEntry, Entry, TextEntry, WireFormat } from '../conversation.ts'
import { contentChars, contentText, type Fields, isContent, isFields, textOf } from './content.ts'

const roles: Readonly<Record<string, TextEntry['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
}

/** `messages` of `POST /v1/chat/completions`, which the masking contract speaks too. */
export const openaiChat: WireFormat = {
  name: 'openai-chat',
  field: 'messages',
  read: (messages) => messages.flatMap(readMessage),
}

function readMessage(message: unknown, index: number): Entry[] {
  if (!isFields(message)) return [other]
  if (message.role === 'tool') return [readResult(message, index)]
  const role = roles[textOf(message.role)] ?? 'other'
  const text = role === 'user' ? contentText(message.content) : ''
  const said: TextEntry = { kind: 'text', role, text, chars: contentChars(message.content) }
  if (role !== 'assistant' || !Array.isArray(message.tool_calls)) return [said]
  return [said, ...message.tool_calls.flatMap((call, at) => readCall(call, index, at))]
}

const other: TextEntry = { kind: 'text', role: 'other', text: '', chars: 0 }

function readResult(message: Fields, index: number): Entry {
  const { content, tool_call_id: callId } = message
  if (typeof callId !== 'string' || !isContent(content))
    return { ...other, chars: contentChars(content) }
  return {
    kind: 'result',
    callId,
    tool: typeof message.name === 'string' ? message.name : undefined,
    content,
    contentPath: [index, 'content'],
    textPart: 'text',
    chars: contentChars(content),
    isFlaggedError: message.is_error === true || message.status === 'error',
  }
}

function readCall(call: unknown, index: number, at: number): CallEntry[] {
  if (!isFields(call) || typeof call.id !== 'string') return []
  const kind = isFields(call.function) ? 'function' : 'custom'
  const asked = isFields(call[kind]) ? call[kind] : {}
  const field = kind === 'function' ? 'arguments' : 'input'
  const input = asked[field]
  return [
    {
      kind: 'call',
      callId: call.id,
      tool: textOf(asked.name),
      input,
      inputPath: [index, 'tool_calls', at, kind, field],
      group: index,
      chars: textOf(asked.name).length + textOf(input).length,
    },
  ]
}
