import { isFields, textOf } from '../wire/content.ts'
import { countOf, type Usage } from '../wire/usage.ts'
import type { SessionReader } from './session.ts'
import { fieldOf, sessionDraft, timeOf } from './session-draft.ts'

const spoken: ReadonlySet<unknown> = new Set(['user', 'assistant', 'tool_result'])

/** Qwen Code: a JSONL file a session, contents as Gemini's wire has them whatever the provider speaks. */
export const qwenCode: SessionReader = {
  agent: 'qwen-code',
  title: 'Qwen Code',
  recognises: (rows) =>
    rows.some(
      (row) =>
        typeof fieldOf(row, 'sessionId') === 'string' &&
        Array.isArray(fieldOf(row, 'message', 'parts')),
    ),
  read(rows) {
    const draft = sessionDraft('qwen-code', 'gemini')
    for (const row of rows) {
      if (!isFields(row) || !spoken.has(row.type) || !isFields(row.message)) continue
      draft.id ||= textOf(row.sessionId)
      draft.folder ||= textOf(row.cwd)
      const time = timeOf(row.timestamp)
      if (row.type === 'assistant')
        draft.call({ model: textOf(row.model), usage: usageOf(row.usageMetadata), time })
      draft.add(row.message, time)
    }
    return draft.done()
  },
}

function usageOf(usage: unknown): Usage | undefined {
  if (!isFields(usage)) return undefined
  const inputTokens = countOf(usage.promptTokenCount)
  return {
    inputTokens,
    // Thoughts are a part of the answer with some providers and beside it with others.
    outputTokens: Math.max(
      countOf(usage.candidatesTokenCount),
      countOf(usage.totalTokenCount) - inputTokens,
    ),
    cacheReadTokens: countOf(usage.cachedContentTokenCount),
    cacheWriteTokens: 0,
  }
}
