import { type Fields, isFields, textOf } from '../wire/content.ts'
import { countOf, type Usage } from '../wire/usage.ts'
import type { SessionReader } from './session.ts'
import { fieldOf, sessionDraft, timeOf } from './session-draft.ts'

/** Cline: a document a session, messages as Anthropic's wire has them, each reply with what it used. */
export const cline: SessionReader = {
  agent: 'cline',
  title: 'Cline',
  recognises: ([first]) =>
    typeof fieldOf(first, 'sessionId') === 'string' &&
    typeof fieldOf(first, 'origin', 'source') === 'string' &&
    Array.isArray(fieldOf(first, 'messages')),
  read([document]) {
    const draft = sessionDraft('cline', 'anthropic-messages')
    draft.id = textOf(fieldOf(document, 'sessionId'))
    draft.folder = folderIn(textOf(fieldOf(document, 'system_prompt')))
    const messages = fieldOf(document, 'messages')
    for (const message of Array.isArray(messages) ? messages.filter(isFields) : []) {
      const time = timeOf(message.ts)
      if (message.role === 'assistant') {
        const model = textOf(fieldOf(message, 'modelInfo', 'id'))
        draft.call({ model, usage: usageOf(message.metrics), time })
      }
      draft.add({ role: message.role, content: contentOf(message.content) }, time)
    }
    return draft.done()
  },
}

function contentOf(content: unknown): unknown {
  return Array.isArray(content)
    ? content.map((part) => (isFields(part) ? blockOf(part) : part))
    : content
}

/** Results of its own tools are objects, which the model gets as text. */
function blockOf(block: Fields): Fields {
  if (block.type !== 'tool_result' || !Array.isArray(block.content)) return block
  const isPlain = block.content.every((part) => typeof fieldOf(part, 'type') === 'string')
  if (isPlain) return block
  const isFailed = block.content.some((part) => fieldOf(part, 'success') === false)
  return {
    ...block,
    content: JSON.stringify(block.content),
    ...(isFailed ? { is_error: true } : {}),
  }
}

function folderIn(prompt: string): string {
  return /(?:Working Directory|Cwd|CWD)[^\n/~]*([/~][^\s<"]*)/.exec(prompt)?.[1] ?? ''
}

/** The count of all input, or of what was fresh of it: by provider. */
function usageOf(metrics: unknown): Usage | undefined {
  if (!isFields(metrics)) return undefined
  const cacheReadTokens = countOf(metrics.cacheReadTokens)
  const cacheWriteTokens = countOf(metrics.cacheWriteTokens)
  const cached = cacheReadTokens + cacheWriteTokens
  const input = countOf(metrics.inputTokens)
  return {
    inputTokens: input >= cached ? input : input + cached,
    outputTokens: countOf(metrics.outputTokens),
    cacheReadTokens,
    cacheWriteTokens,
  }
}
