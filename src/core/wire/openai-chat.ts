import { contentChars, contentText, type Fields, isContent, isFields, textOf } from './content.ts'
import type { CallEntry, Entry, TextEntry, WireFormat } from './conversation.ts'

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
  read(messages) {
    // One list for all: a request may hold thousands of messages.
    const entries: Entry[] = []
    let index = 0
    for (const message of messages) readMessage(message, index++, entries)
    return entries
  },
}

function readMessage(message: unknown, index: number, entries: Entry[]): void {
  if (!isFields(message)) return void entries.push(other)
  if (message.role === 'tool') return void entries.push(readResult(message, index))
  const role = roles[textOf(message.role)] ?? 'other'
  const text = role === 'user' ? contentText(message.content) : ''
  const said = { kind: 'text', role, text, chars: contentChars(message.content) } as const
  entries.push(holdsThinking(message) ? { ...said, isSigned: true } : said)
  if (role !== 'assistant' || !Array.isArray(message.tool_calls)) return
  let at = 0
  for (const call of message.tool_calls) {
    const entry = readCall(call, index, at++)
    if (entry) entries.push(entry)
  }
}

/** Claude's thinking as gateways carry it in chat messages. */
function holdsThinking({ thinking_blocks: blocks, reasoning_details: details }: Fields): boolean {
  if (Array.isArray(blocks) && blocks.length > 0) return true
  if (!Array.isArray(details)) return false
  return details.some(
    (detail) =>
      isFields(detail) &&
      (typeof detail.signature === 'string' || /anthropic/.test(textOf(detail.format))),
  )
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

function readCall(call: unknown, index: number, at: number): CallEntry | undefined {
  if (!isFields(call) || typeof call.id !== 'string') return undefined
  const kind = isFields(call.function) ? 'function' : 'custom'
  const asked = isFields(call[kind]) ? call[kind] : {}
  const field = kind === 'function' ? 'arguments' : 'input'
  const input = asked[field]
  return {
    kind: 'call',
    callId: call.id,
    tool: textOf(asked.name),
    input,
    inputPath: [index, 'tool_calls', at, kind, field],
    group: index,
    chars: textOf(asked.name).length + textOf(input).length,
  }
}
