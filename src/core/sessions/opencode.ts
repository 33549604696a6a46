import { type Fields, isFields, textOf } from '../wire/content.ts'
import { countOf, type Usage } from '../wire/usage.ts'
import type { SessionReader } from './session.ts'
import { fieldOf, sessionDraft, timeOf } from './session-draft.ts'

/** opencode keeps a database; a session in the form of `opencode export`: `{ info, messages: [{ info, parts }] }`. */
export const opencode: SessionReader = {
  agent: 'opencode',
  title: 'opencode',
  recognises: ([first]) =>
    typeof fieldOf(first, 'info', 'directory') === 'string' &&
    Array.isArray(fieldOf(first, 'messages')),
  read([document]) {
    const draft = sessionDraft('opencode', 'openai-chat')
    draft.id = textOf(fieldOf(document, 'info', 'id'))
    draft.folder = textOf(fieldOf(document, 'info', 'directory'))
    for (const message of listOf(fieldOf(document, 'messages'))) {
      const { info } = message
      const parts = listOf(message.parts)
      const time = timeOf(fieldOf(info, 'time', 'created'))
      const text = parts
        .filter(({ type }) => type === 'text')
        .map((part) => textOf(part.text))
        .join('\n')
      if (fieldOf(info, 'role') === 'user') draft.add({ role: 'user', content: text }, time)
      if (fieldOf(info, 'role') !== 'assistant') continue
      const model = textOf(fieldOf(info, 'modelID'))
      draft.call({ model, usage: usageOf(fieldOf(info, 'tokens')), time })
      const calls = parts.filter(({ type }) => type === 'tool')
      draft.add(toReply(text, calls), time)
      for (const call of calls) draft.add(toResult(call), time)
    }
    return draft.done()
  },
}

function toReply(content: string, calls: readonly Fields[]): Fields {
  if (calls.length === 0) return { role: 'assistant', content }
  return {
    role: 'assistant',
    content,
    tool_calls: calls.map((call) => ({
      id: call.callID,
      type: 'function',
      function: { name: call.tool, arguments: JSON.stringify(fieldOf(call.state, 'input') ?? {}) },
    })),
  }
}

function toResult({ callID, state }: Fields): Fields {
  const error = fieldOf(state, 'error')
  const content = textOf(fieldOf(state, 'output')) || textOf(error)
  return {
    role: 'tool',
    tool_call_id: callID,
    content,
    // How a command ended stands beside what it printed.
    ...(fieldOf(state, 'status') === 'error' || countOf(fieldOf(state, 'metadata', 'exit')) !== 0
      ? { is_error: true }
      : {}),
  }
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

function usageOf(tokens: unknown): Usage | undefined {
  if (!isFields(tokens)) return undefined
  const cacheReadTokens = countOf(fieldOf(tokens, 'cache', 'read'))
  const cacheWriteTokens = countOf(fieldOf(tokens, 'cache', 'write'))
  return {
    inputTokens: countOf(tokens.input) + cacheReadTokens + cacheWriteTokens,
    outputTokens: countOf(tokens.output) + countOf(tokens.reasoning),
    cacheReadTokens,
    cacheWriteTokens,
  }
}
