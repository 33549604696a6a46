import { type Fields, isFields, textOf } from '../wire/content.ts'
import { countOf, type Usage } from '../wire/usage.ts'
import type { SessionReader } from './session.ts'
import { fieldOf, sessionDraft, timeOf } from './session-draft.ts'

/** Copilot CLI: a file of events a session; what each request used is an event of its own. */
export const copilotCli: SessionReader = {
  agent: 'copilot-cli',
  title: 'Copilot CLI',
  recognises: (rows) =>
    rows.some(
      (row) =>
        fieldOf(row, 'type') === 'session.start' &&
        typeof fieldOf(row, 'data', 'copilotVersion') === 'string',
    ),
  read(rows) {
    const draft = sessionDraft('copilot-cli', 'openai-chat')
    const usages = usagesOf(rows)
    for (const row of rows) {
      if (!isFields(row) || !isFields(row.data)) continue
      const { type, data } = row
      const time = timeOf(row.timestamp)
      if (type === 'session.start') {
        draft.id = textOf(data.sessionId)
        draft.folder = textOf(fieldOf(data, 'context', 'cwd'))
      }
      if (type === 'system.message')
        draft.add({ role: 'system', content: textOf(data.content) }, time)
      if (type === 'user.message') draft.add({ role: 'user', content: textOf(data.content) }, time)
      if (type === 'assistant.message') {
        draft.call({ model: textOf(data.model), usage: usages.get(data.apiCallId), time })
        draft.add(toReply(data), time)
      }
      if (type === 'tool.execution_complete') draft.add(toResult(data), time)
    }
    return draft.done()
  },
}

function usagesOf(rows: readonly unknown[]): ReadonlyMap<unknown, Usage> {
  const found = new Map<unknown, Usage>()
  for (const row of rows) {
    const usage = fieldOf(row, 'data', 'usage')
    if (fieldOf(row, 'type') !== 'session.usage_record' || !isFields(usage)) continue
    found.set(usage.apiCallId, {
      inputTokens: countOf(usage.inputTokens),
      outputTokens: countOf(usage.outputTokens),
      cacheReadTokens: countOf(usage.cacheReadTokens),
      cacheWriteTokens: countOf(usage.cacheWriteTokens),
    })
  }
  return found
}

function toReply(data: Fields): Fields {
  const said = { role: 'assistant', content: textOf(data.content) }
  const requests = Array.isArray(data.toolRequests) ? data.toolRequests.filter(isFields) : []
  if (requests.length === 0) return said
  return {
    ...said,
    tool_calls: requests.map(({ toolCallId, name, arguments: input }) => ({
      id: toolCallId,
      type: 'function',
      function: { name, arguments: JSON.stringify(input ?? {}) },
    })),
  }
}

function toResult(data: Fields): Fields {
  const content = textOf(fieldOf(data, 'result', 'content'))
  return {
    role: 'tool',
    tool_call_id: data.toolCallId,
    content: content || textOf(fieldOf(data, 'error', 'message')),
    ...(data.success === false ? { is_error: true } : {}),
  }
}
