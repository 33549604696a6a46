import { contentChars, contentText, type Fields, isContent, isFields, textOf } from './content.ts'
import type { CallEntry, Entry, ResultEntry, TextEntry, WireFormat } from './conversation.ts'

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

/** `input` items of `POST /v1/responses`: calls and results are items of their own. */
export const openaiResponses: WireFormat = {
  name: 'openai-responses',
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
}

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
    textPart: 'input_text',
    chars: contentChars(output),
    isFlaggedError: item.status === 'failed' || item.is_error === true,
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
