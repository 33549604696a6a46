import { contentChars, contentText, type Fields, isContent, isFields, textOf } from './content.ts'
import type { Entry, ResultEntry, TextEntry, WireFormat } from './conversation.ts'

/** `messages` of `POST /v1/messages`: calls and results are blocks inside messages. */
export const anthropicMessages: WireFormat = {
  name: 'anthropic-messages',
  field: 'messages',
  read: (messages) => messages.flatMap(readMessage),
}

function readMessage(message: unknown, index: number): Entry[] {
  if (!isFields(message)) return [said('other', '')]
  const role = roleOf(message.role)
  if (!Array.isArray(message.content)) return [said(role, message.content)]
  return message.content.map((block, at) => readBlock(block, role, index, at))
}

function readBlock(block: unknown, role: TextEntry['role'], index: number, at: number): Entry {
  if (!isFields(block)) return said('other', '')
  if (block.type === 'tool_use' && role === 'assistant' && typeof block.id === 'string')
    return {
      kind: 'call',
      callId: block.id,
      tool: textOf(block.name),
      input: block.input,
      inputPath: [index, 'content', at, 'input'],
      group: index,
      chars: textOf(block.name).length + objectChars(block.input),
    }
  if (block.type === 'tool_result') return readResult(block, index, at) ?? said('other', '')
  if (block.type === 'thinking' || block.type === 'redacted_thinking')
    return { ...said(role, [block]), isSigned: true }
  return said(role, [block])
}

function readResult(block: Fields, index: number, at: number): ResultEntry | undefined {
  const { content, tool_use_id: callId } = block
  if (typeof callId !== 'string' || !isContent(content)) return undefined
  return {
    kind: 'result',
    callId,
    tool: undefined,
    content,
    contentPath: [index, 'content', at, 'content'],
    textPart: 'text',
    chars: contentChars(content),
    isFlaggedError: block.is_error === true,
  }
}

function said(role: TextEntry['role'], content: unknown): TextEntry {
  const text = role === 'user' ? contentText(content) : ''
  return { kind: 'text', role, text, chars: contentChars(content) }
}

function roleOf(role: unknown): TextEntry['role'] {
  return role === 'user' || role === 'assistant' || role === 'system' ? role : 'other'
}

/** The long strings of an input, one level deep, stand for its size: no serialising on the way. */
function objectChars(input: unknown): number {
  if (!isFields(input)) return 0
  return Object.entries(input).reduce(
    (sum, [key, value]) => sum + key.length + (typeof value === 'string' ? value.length : 8),
    0,
  )
}
