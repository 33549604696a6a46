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
import type { Entry, ResultEntry, TextEntry } from './conversation.ts'
import { boundThinking } from './mend/bound-thinking.ts'
import { readPreamble } from './preamble.ts'
import { readRemarks } from './remarks.ts'
import { countOf, fieldsOf, type Usage, usageInObjects } from './usage.ts'
import type { ServerEditTerms, WireFormat } from './wire.ts'
import { blockWords, callWords, contentWords, type ReadPart, resultWords } from './words.ts'

const onVertex = '/projects/{project}/locations/{location}/publishers/anthropic/models/{model}'

/** `messages` of `POST /v1/messages`: calls and results are blocks inside messages. */
export const anthropicMessages: WireFormat<'anthropic-messages'> = {
  name: 'anthropic-messages',
  routes: [
    { base: '/v1', path: '/messages', upstream: 'anthropic' },
    { base: '/v1', path: '/messages/count_tokens', upstream: 'anthropic' },
    { base: '', path: '/messages', upstream: 'anthropic' },
    { base: '', path: '/messages/count_tokens', upstream: 'anthropic' },
    { base: '/v1', path: `${onVertex}:rawPredict`, upstream: 'vertex' },
    { base: '/v1', path: `${onVertex}:streamRawPredict`, upstream: 'vertex' },
  ],
  key: { name: 'x-api-key', prefix: '', variable: 'ANTHROPIC_API_KEY' },
  headers: { 'anthropic-version': '2023-06-01' },
  field: 'messages',
  read(messages) {
    const entries: Entry[] = []
    for (const [index, message] of messages.entries()) readMessage(message, index, entries)
    return entries
  },
  readItem: readMessage,
  recognises: (messages) => messages.some(holdsToolBlock),
  isModelTurn: ({ role }) => role === 'assistant',
  isReplyOfItems: false,
  words: ({ role, content }) => ({
    role: textOf(role) || 'other',
    parts: contentWords(content, wordsOf),
  }),
  preamble: ({ system, tools }) => readPreamble(system, tools),
  answer: readAnswer,
  settings: ['thinking', 'context_management'],
  // What the model is about to think will be signed over all that is sent now.
  forbids: ({ thinking }) =>
    isFields(thinking) && thinking.type !== 'disabled' ? 'rewriting' : undefined,
  usage: () => usageInObjects('usage', toUsage),
  remarks: readRemarks,
  boundThinking,
  serverEdits: {
    field: 'context_management',
    value: toContextManagement,
    header: { name: 'anthropic-beta', value: 'context-management-2025-06-27' },
  },
}

/** Claude, *Context editing*, read 2026-11. */
function toContextManagement(terms: ServerEditTerms): Fields {
  return {
    edits: [
      {
        type: 'clear_tool_uses_20250919',
        trigger: { type: 'input_tokens', value: terms.triggerTokens },
        keep: { type: 'tool_uses', value: terms.keepToolUses },
        clear_at_least: { type: 'input_tokens', value: terms.clearAtLeastTokens },
        exclude_tools: terms.excludeTools,
      },
    ],
  }
}

/** A message, or the blocks of one as they begin and grow. */
function readAnswer(objects: readonly Fields[]): readonly ReadPart[] {
  const whole = objects.find(({ content }) => Array.isArray(content))
  if (whole) return contentWords(whole.content, wordsOf)
  const said = answerParts()
  for (const event of objects) {
    const key = `block ${event.index}`
    const block = fieldsOf(event.content_block)
    const delta = fieldsOf(event.delta)
    if (block.type === 'tool_use') said.call(key, block)
    else if (block.type !== undefined && blockWords(block).kind === 'other')
      said.other(key, textOf(block.type))
    if (typeof delta.partial_json === 'string') said.call(key, { input: delta.partial_json })
    said.text(key, block.text ?? block.thinking ?? delta.text ?? delta.thinking)
  }
  return said.parts()
}

/** What is read from the cache, and written to it, is counted beside the input. */
function toUsage(counts: Fields): Usage {
  const read = countOf(counts.cache_read_input_tokens)
  const write = countOf(counts.cache_creation_input_tokens)
  const hour = countOf(fieldsOf(counts.cache_creation).ephemeral_1h_input_tokens)
  return {
    inputTokens: countOf(counts.input_tokens) + read + write,
    outputTokens: countOf(counts.output_tokens),
    cacheReadTokens: read,
    cacheWriteTokens: write,
    ...(hour > 0 ? { cacheWriteHourTokens: hour } : {}),
  }
}

function holdsToolBlock({ content }: Fields): boolean {
  if (!Array.isArray(content)) return false
  return content.some(
    (block) => isFields(block) && /^tool_(?:use|result)$/.test(String(block.type)),
  )
}

function wordsOf(block: Fields): ReadPart {
  if (block.type === 'tool_use') return callWords(block.name, block.id, block.input)
  if (block.type === 'tool_result') return resultWords(block.tool_use_id, block.content)
  return blockWords(block)
}

const standIn = standInPart('text')

function readMessage(message: unknown, index: number, entries: Entry[]): void {
  if (!isFields(message)) return void entries.push(said('other', ''))
  const role = roleOf(message.role)
  const { content } = message
  if (!Array.isArray(content)) return void entries.push(said(role, content))
  for (const [at, block] of content.entries()) entries.push(readBlock(block, role, index, at))
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
    standIn,
    chars: contentChars(content),
    isFlaggedError: block.is_error === true,
    isFixed: !isReplaceable(content),
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
