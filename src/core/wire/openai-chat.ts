import { answerParts } from './answer.ts'
import {
  contentChars,
  contentText,
  type Fields,
  isContent,
  isFields,
  isReplaceable,
  standInPart,
  textOf,
} from './content.ts'
import type { CallEntry, Entry, TextEntry } from './conversation.ts'
import { repairMessages } from './mend/repair-chat.ts'
import { readPreamble } from './preamble.ts'
import { countOf, fieldsOf, type Usage, usageInObjects } from './usage.ts'
import type { WireFormat } from './wire.ts'
import { callWords, contentWords, type ReadMessage, type ReadPart, resultWords } from './words.ts'

/** `messages` of `POST /v1/chat/completions`, which the masking contract speaks too. */
export const openaiChat: WireFormat<'openai-chat'> = {
  name: 'openai-chat',
  routes: [
    { base: '/v1', path: '/chat/completions', upstream: 'openai' },
    { base: '', path: '/chat/completions', upstream: 'openai' },
    { base: '', path: '/openai/deployments/{model}/chat/completions', upstream: 'azure' },
    { base: '', path: '/openai/v1/chat/completions', upstream: 'azure' },
    { base: '/v1beta', path: '/openai/chat/completions', upstream: 'gemini' },
  ],
  key: { name: 'authorization', prefix: 'Bearer ', variable: 'OPENAI_API_KEY' },
  headers: {},
  field: 'messages',
  read(messages) {
    // One list for all: a request may hold thousands of messages.
    const entries: Entry[] = []
    let index = 0
    for (const message of messages) readMessage(message, index++, entries)
    return entries
  },
  readItem: readMessage,
  recognises: () => true,
  isModelTurn: ({ role }) => role === 'assistant',
  isReplyOfItems: false,
  words: chatWords,
  preamble: ({ tools }) => readPreamble('', tools, 'function'),
  answer: readAnswer,
  usage: () => usageInObjects('usage', toUsage),
  repair: repairMessages,
}

/** A chat message as people read it. */
function chatWords(message: Fields): ReadMessage {
  const role = textOf(message.role) || 'other'
  if (role === 'tool') return { role, parts: [resultWords(message.tool_call_id, message.content)] }
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isFields) : []
  return { role, parts: [...contentWords(message.content), ...calls.map(chatCallWords)] }
}

function chatCallWords(call: Fields): ReadPart {
  const asked = isFields(call.function) ? call.function : fieldsOf(call.custom)
  return callWords(asked.name, call.id, asked.arguments ?? asked.input)
}

/** The first choice alone: a message, or the pieces of one. */
function readAnswer(objects: readonly Fields[]): readonly ReadPart[] {
  const said = answerParts()
  for (const { choices } of objects) {
    const [choice] = Array.isArray(choices) ? choices.filter(isFields) : []
    const message = fieldsOf(choice?.message ?? choice?.delta)
    said.text('thinking', message.reasoning_content ?? message.reasoning)
    said.text('text', message.content ?? message.refusal)
    const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isFields) : []
    for (const [at, call] of calls.entries()) {
      const { name, arguments: input } = fieldsOf(call.function ?? call.custom)
      said.call(`call ${call.index ?? at}`, { name, id: call.id, input })
    }
  }
  return said.parts()
}

/** Cached tokens are counted inside the input; DeepSeek and Moonshot have names of their own for them. */
function toUsage(counts: Fields): Usage {
  const details = fieldsOf(counts.prompt_tokens_details)
  const read = details.cached_tokens ?? counts.prompt_cache_hit_tokens ?? counts.cached_tokens
  return {
    inputTokens: countOf(counts.prompt_tokens),
    outputTokens: countOf(counts.completion_tokens),
    cacheReadTokens: countOf(read),
    cacheWriteTokens: countOf(details.cache_write_tokens),
  }
}

const roles: Readonly<Record<string, TextEntry['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
}

const standIn = standInPart('text')

function readMessage(message: unknown, index: number, entries: Entry[]): void {
  if (!isFields(message)) return void entries.push(other)
  if (message.role === 'tool') return void entries.push(readResult(message, index))
  const role = roles[textOf(message.role)] ?? 'other'
  const text = role === 'user' ? contentText(message.content) : ''
  const said = { kind: 'text', role, text, chars: contentChars(message.content) } as const
  entries.push(holdsThinking(message) ? { ...said, isSigned: true } : said)
  if (role !== 'assistant' || !Array.isArray(message.tool_calls)) return
  const isFixed = message.tool_calls.some(isSignedCall)
  let at = 0
  for (const call of message.tool_calls) {
    const entry = readCall(call, index, at++)
    if (entry) entries.push(isFixed ? { ...entry, isFixed } : entry)
  }
}

/** Gemini signs its calls; behind a chat endpoint the first of a reply carries that in a field of its own. */
function isSignedCall(call: unknown): boolean {
  if (!isFields(call)) return false
  const { extra_content: extra, provider_specific_fields: specific } = call
  return (isFields(extra) || isFields(specific)) && holdsSignature([extra, specific])
}

function holdsSignature(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, field]) => /signature/i.test(name) || holdsSignature(field),
  )
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
    standIn,
    chars: contentChars(content),
    isFlaggedError: message.is_error === true || message.status === 'error',
    isFixed: !isReplaceable(content),
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
