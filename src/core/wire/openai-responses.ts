import {
  contentChars,
  contentText,
  type Fields,
  isContent,
  isFields,
  isReplaceable,
  standInPart,
  textOf,
  valueChars,
} from './content.ts'
import type { CallEntry, Entry, ResultEntry, TextEntry } from './conversation.ts'
import { readPreamble } from './preamble.ts'
import { countOf, fieldsOf, type Usage, usageInObjects } from './usage.ts'
import type { WireFormat } from './wire.ts'
import { callWords, contentWords, type ReadMessage, type ReadPart, resultWords } from './words.ts'

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
    role === undefined ? modelItem.test(textOf(type)) : role === 'assistant',
  isReplyOfItems: true,
  words: itemWords,
  preamble: ({ instructions, tools }) => readPreamble(instructions, tools),
  answer: readAnswer,
  settings: ['previous_response_id', 'conversation'],
  // The history lies with the provider.
  forbids: (settings) =>
    Object.values(settings).some((value) => value !== null) ? 'changes' : undefined,
  usage: () => usageInObjects('usage', toUsage),
}

/** Whatever is neither a message nor what a client answered. */
const modelItem = /^(?:reasoning|compaction|mcp_list_tools|mcp_approval_request|.*_call)$/

function itemWords(item: Fields): ReadMessage {
  const type = textOf(item.type)
  const callId = item.call_id ?? item.id
  if (type.endsWith('_output'))
    return { role: 'tool', parts: [resultWords(callId, item.output ?? item.tools)] }
  if (type.endsWith('_call')) {
    const { name, arguments: given, input, action, operation, output } = item
    const call = callWords(textOf(name) || type, callId, given ?? input ?? action ?? operation)
    // The provider called some tools itself, and tells what they answered.
    const answered = typeof output === 'string' ? [resultWords(callId, output)] : []
    return { role: 'assistant', parts: [call, ...answered] }
  }
  if (type === '' || type === 'message')
    return { role: textOf(item.role) || 'other', parts: contentWords(item.content) }
  const parts = contentWords(item.summary)
  return { role: 'assistant', parts: parts.length > 0 ? parts : [{ kind: 'other', text: type }] }
}

/** The whole response where it is told; else the items that were finished, or the text so far. */
function readAnswer(objects: readonly Fields[]): readonly ReadPart[] {
  const whole = objects
    .map(({ response, output }) => fieldsOf(response).output ?? output)
    .findLast((output) => Array.isArray(output) && output.length > 0)
  const done = objects.flatMap(({ type, item }) =>
    type === 'response.output_item.done' ? [item] : [],
  )
  const items = (Array.isArray(whole) ? whole : done).filter(isFields)
  if (items.length > 0) return items.flatMap((item) => itemWords(item).parts)
  const text = objects
    .filter(({ type }) => type === 'response.output_text.delta')
    .map(({ delta }) => textOf(delta))
    .join('')
  return text === '' ? [] : [{ kind: 'text', text }]
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

/** Where the calls a client answers hold what the model asked, and the tool of those that name none. */
const calls: ReadonlyMap<string, { readonly field: string; readonly tool?: string }> = new Map([
  ['function_call', { field: 'arguments' }],
  ['custom_tool_call', { field: 'input' }],
  ['local_shell_call', { field: 'action', tool: 'local_shell' }],
  ['shell_call', { field: 'action', tool: 'shell' }],
  ['apply_patch_call', { field: 'operation', tool: 'apply_patch' }],
])

const textResults: ReadonlySet<string> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
  'apply_patch_call_output',
])

const standIn = standInPart('input_text')

function readItem(item: unknown, index: number, group: number): Entry {
  if (!isFields(item)) return said('other', '')
  const type = textOf(item.type)
  if (type === '' || type === 'message') return said(roleOf(item.role), item.content)
  if (type === 'reasoning') return said('assistant', item.summary)
  if (calls.has(type)) return readCall(item, index, group) ?? other(item)
  if (textResults.has(type)) return readResult(item, index) ?? other(item)
  return (type === 'shell_call_output' ? readShellResult(item, index) : undefined) ?? other(item)
}

function readCall(item: Fields, index: number, group: number): CallEntry | undefined {
  const asked = calls.get(textOf(item.type))
  if (!asked || typeof item.call_id !== 'string') return undefined
  const tool = asked.tool ?? textOf(item.name)
  const input = item[asked.field]
  return {
    kind: 'call',
    callId: item.call_id,
    tool,
    input,
    inputPath: [index, asked.field],
    group,
    chars: tool.length + (input === undefined ? 0 : valueChars(input)),
    // A patch is applied by its words.
    isFixed: asked.field === 'operation',
  }
}

function readResult(item: Fields, index: number): ResultEntry | undefined {
  const { output } = item
  const callId = item.call_id ?? item.id
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

/** What each command of a shell call printed, and how it ended; the latter always stays. */
function readShellResult(item: Fields, index: number): ResultEntry | undefined {
  const { output, call_id: callId } = item
  if (typeof callId !== 'string' || !Array.isArray(output) || !output.every(isFields))
    return undefined
  const content = output
    .flatMap(({ stdout, stderr }) => [textOf(stdout), textOf(stderr)])
    .filter((text) => text !== '')
    .join('\n')
  return {
    kind: 'result',
    callId,
    tool: undefined,
    content,
    contentPath: [index, 'output'],
    standIn: (_, text) =>
      output.map((one, at) => ({ ...one, stdout: at === 0 ? text : '', stderr: '' })),
    chars: content.length,
    isFlaggedError: output.some(({ outcome }) => isFailure(fieldsOf(outcome))),
    isFixed: output.length === 0,
  }
}

function isFailure({ type, exit_code: code }: Fields): boolean {
  return type === 'timeout' || (typeof code === 'number' && code !== 0)
}

/** A usual image, as elsewhere. */
const mediaChars = 6000

/** Forwarded, not understood: calls the provider answered itself, screenshots, found tools, compactions. */
function other(item: Fields): TextEntry {
  const type = textOf(item.type)
  const isPicture = type === 'computer_call_output' || type === 'image_generation_call'
  const role = type.endsWith('_output') ? 'other' : 'assistant'
  return { kind: 'text', role, text: '', chars: isPicture ? mediaChars : valueChars(item) }
}

function said(role: TextEntry['role'], content: unknown): TextEntry {
  const text = role === 'user' ? contentText(content) : ''
  return { kind: 'text', role, text, chars: contentChars(content) }
}

function roleOf(role: unknown): TextEntry['role'] {
  if (role === 'developer') return 'system'
  return role === 'user' || role === 'assistant' || role === 'system' ? role : 'other'
}
