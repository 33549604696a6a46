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
import type { CallEntry, Entry, ResultEntry, TextEntry } from './conversation.ts'
import { countOf, fieldsOf, type Usage, usageInObjects } from './usage.ts'
import type { WireFormat } from './wire.ts'
import { callWords, contentWords, type ReadMessage, resultWords } from './words.ts'

/** `input` items of `POST /v1/responses`: calls and results are items of their own. */
export const openaiResponses: WireFormat<'openai-responses'> = {
  name: 'openai-responses',
  routes: [
    { base: '/v1', path: '/responses', upstream: 'openai' },
    { base: '', path: '/responses', upstream: 'openai' },
    { base: '', path: '/openai/responses', upstream: 'azure' },
    { base: '', path: '/openai/v1/responses', upstream: 'azure' },
  ],
  key: { name: 'authorization', prefix: 'Bearer ', variable: 'OPENAI_API_KEY' },
  headers: {},
  field: 'input',
  read(items) {
    let group = 0
    let isOpen = false
    return items.map((item, index): Entry => {
      const entry = readItem(item, index, group)
      // A result, or the user speaking, ends the group of calls that one reply made.
      const endsGroup = entry.kind === 'result' || (entry.kind === 'text' && entry.role === 'user')
      if (endsGroup && isOpen) group++
      isOpen = endsGroup ? false : isOpen || entry.kind === 'call'
      return entry
    })
  },
  recognises: (items) => items.some(({ type }) => /_call(?:_output)?$/.test(textOf(type))),
  isModelTurn: ({ role, type }) =>
    role === undefined ? /^(?:reasoning|.*_call)$/.test(textOf(type)) : role === 'assistant',
  isReplyOfItems: true,
  words: itemWords,
  usage: () => usageInObjects('usage', toUsage),
}

function itemWords(item: Fields): ReadMessage {
  const type = textOf(item.type)
  if (type.endsWith('_output'))
    return { role: 'tool', parts: [resultWords(item.call_id, item.output)] }
  if (type.endsWith('_call')) {
    const { name, call_id: callId, arguments: given, input, action } = item
    const call = callWords(textOf(name) || type, callId, given ?? input ?? action)
    return { role: 'assistant', parts: [call] }
  }
  if (type === '' || type === 'message')
    return { role: textOf(item.role) || 'other', parts: contentWords(item.content) }
  const parts = contentWords(item.summary)
  return { role: 'assistant', parts: parts.length > 0 ? parts : [{ kind: 'other', text: type }] }
}

/** Cached tokens are counted inside the input. */
function toUsage(counts: Fields): Usage {
  const details = fieldsOf(counts.input_tokens_details)
  return {
    inputTokens: countOf(counts.input_tokens),
    outputTokens: countOf(counts.output_tokens),
    cacheReadTokens: countOf(details.cached_tokens),
    cacheWriteTokens: countOf(details.cache_write_tokens),
  }
}

/** Which field of a call item holds what the model asked. */
const callInputs: Readonly<Record<string, 'arguments' | 'input'>> = {
  function_call: 'arguments',
  custom_tool_call: 'input',
}

const resultTypes: ReadonlySet<unknown> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
])

const standIn = standInPart('input_text')

function readItem(item: unknown, index: number, group: number): Entry {
  if (!isFields(item)) return said('other', '')
  const type = textOf(item.type)
  if (type in callInputs || type === 'local_shell_call')
    return readCall(item, index, group) ?? said('assistant', '')
  if (resultTypes.has(type)) return readResult(item, index) ?? said('other', '')
  if (type !== '' && type !== 'message') return said('assistant', item.summary)
  return said(roleOf(item.role), item.content)
}

function readCall(item: Fields, index: number, group: number): CallEntry | undefined {
  if (typeof item.call_id !== 'string') return undefined
  const field = callInputs[textOf(item.type)] ?? 'action'
  const input = item[field]
  const tool = field === 'action' ? 'local_shell' : textOf(item.name)
  return {
    kind: 'call',
    callId: item.call_id,
    tool,
    input,
    inputPath: [index, field],
    group,
    chars: tool.length + textOf(input).length,
  }
}

function readResult(item: Fields, index: number): ResultEntry | undefined {
  const { output, call_id: callId } = item
  if (typeof callId !== 'string' || !isContent(output)) return undefined
  return {
    kind: 'result',
    callId,
    tool: undefined,
    content: output,
    contentPath: [index, 'output'],
    standIn,
    chars: contentChars(output),
    isFlaggedError: item.status === 'failed' || item.is_error === true,
    isFixed: !isReplaceable(output),
  }
}

function said(role: TextEntry['role'], content: unknown): TextEntry {
  const text = role === 'user' ? contentText(content) : ''
  return { kind: 'text', role, text, chars: contentChars(content) }
}

function roleOf(role: unknown): TextEntry['role'] {
  if (role === 'developer') return 'system'
  return role === 'user' || role === 'assistant' || role === 'system' ? role : 'other'
}
