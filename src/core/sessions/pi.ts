import { contentText, type Fields, isFields, textOf } from '../wire/content.ts'
import { countOf, type Usage } from '../wire/usage.ts'
import type { SavedSession, SessionReader } from './session.ts'
import { fieldOf, sessionDraft, timeOf } from './session-draft.ts'

/** pi: one JSONL file a session; tool results are messages, and every reply says what it used. */
export const pi: SessionReader = {
  agent: 'pi',
  title: 'pi',
  recognises: (rows) => {
    const [first] = rows
    return fieldOf(first, 'type') === 'session' && typeof fieldOf(first, 'version') === 'number'
  },
  read(rows) {
    const done: SavedSession[] = []
    let draft = sessionDraft('pi', 'openai-chat')
    for (const row of rows) {
      if (!isFields(row)) continue
      const time = timeOf(row.timestamp)
      if (row.type === 'session') {
        draft.id = textOf(row.id)
        draft.folder = textOf(row.cwd)
      }
      if (row.type === 'compaction') {
        done.push(...draft.done())
        const { id, folder } = draft
        draft = Object.assign(sessionDraft('pi', 'openai-chat'), { id, folder })
        draft.add({ role: 'user', content: textOf(row.summary) }, time)
      }
      if (row.type !== 'message' || !isFields(row.message)) continue
      const { message } = row
      if (message.role === 'assistant')
        draft.call({ model: textOf(message.model), usage: usageOf(message.usage), time })
      draft.add(fromPiMessage(message), time)
    }
    return [...done, ...draft.done()]
  },
}

/** A message of a pi session file as an OpenAI chat message. */
function fromPiMessage(message: Fields): Fields {
  if (message.role === 'toolResult')
    return {
      role: 'tool',
      tool_call_id: message.toolCallId,
      content: contentText(message.content),
      is_error: message.isError === true,
    }
  if (message.role === 'user') return { role: 'user', content: contentText(message.content) }
  if (message.role !== 'assistant' || !Array.isArray(message.content)) return message
  const calls = message.content.filter(isFields).filter(({ type }) => type === 'toolCall')
  const said = { role: 'assistant', content: contentText(message.content) }
  if (calls.length === 0) return said
  const toolCalls = calls.map(({ id, name, arguments: input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  return { ...said, tool_calls: toolCalls }
}

function usageOf(usage: unknown): Usage | undefined {
  if (!isFields(usage)) return undefined
  const cacheReadTokens = countOf(usage.cacheRead)
  const cacheWriteTokens = countOf(usage.cacheWrite)
  return {
    inputTokens: countOf(usage.input) + cacheReadTokens + cacheWriteTokens,
    outputTokens: countOf(usage.output),
    cacheReadTokens,
    cacheWriteTokens,
  }
}
