import { isFields, textOf } from '../wire/content.ts'
import { openaiResponses } from '../wire/openai-responses.ts'
import { countOf, type Usage } from '../wire/usage.ts'
import type { SavedSession, SessionReader } from './session.ts'
import { fieldOf, type SessionDraft, sessionDraft, timeOf } from './session-draft.ts'

/** Codex: one rollout file a session, items of `/v1/responses` as they were sent, and what each reply used. */
export const codex: SessionReader = {
  agent: 'codex',
  title: 'Codex',
  recognises: (rows) => rows.some((row) => fieldOf(row, 'type') === 'session_meta'),
  read(rows) {
    const done: SavedSession[] = []
    let draft = sessionDraft('codex', 'openai-responses')
    let model = ''
    let isReplying = false
    for (const row of rows) {
      if (!isFields(row) || !isFields(row.payload)) continue
      const { type, payload } = row
      const time = timeOf(row.timestamp)
      switch (type) {
        case 'session_meta':
          noteStart(draft, payload, time)
          break
        case 'turn_context':
          model = textOf(payload.model) || model
          break
        case 'compacted':
          done.push(...draft.done())
          draft = anew(draft, payload.replacement_history, time)
          break
        case 'response_item': {
          const isModels = openaiResponses.isModelTurn(payload)
          if (isModels && !isReplying) draft.call({ model, usage: undefined, time })
          isReplying = isModels
          draft.add(payload, time)
        }
      }
      const usage = usageOf(type, payload)
      if (usage) {
        isReplying = false
        noteUsage(draft, usage)
      }
    }
    return [...done, ...draft.done()]
  },
}

function noteStart(draft: SessionDraft, meta: unknown, time: number): void {
  draft.id ||= textOf(fieldOf(meta, 'id'))
  draft.folder ||= textOf(fieldOf(meta, 'cwd'))
  const instructions = textOf(fieldOf(meta, 'base_instructions', 'text'))
  if (instructions !== '' && draft.items.length === 0)
    draft.add({ type: 'message', role: 'system', content: instructions }, time)
}

/** Usage is that of the last reply. */
function noteUsage(draft: SessionDraft, usage: Usage): void {
  const last = draft.calls.at(-1)
  if (last) draft.calls[draft.calls.length - 1] = { ...last, usage }
}

/** What a compaction leaves is the beginning of what follows. */
function anew(before: SessionDraft, history: unknown, time: number): SessionDraft {
  const draft = sessionDraft('codex', 'openai-responses')
  draft.id = before.id
  draft.folder = before.folder
  if (Array.isArray(history)) for (const item of history) draft.add(item, time)
  return draft
}

/** Newer files have a record a reply, older ones an event after its results. */
function usageOf(type: unknown, payload: unknown): Usage | undefined {
  const usage =
    type === 'token_usage_record'
      ? fieldOf(payload, 'usage')
      : fieldOf(payload, 'type') === 'token_count'
        ? fieldOf(payload, 'info', 'last_token_usage')
        : undefined
  if (!isFields(usage)) return undefined
  return {
    inputTokens: countOf(usage.input_tokens),
    outputTokens: countOf(usage.output_tokens),
    cacheReadTokens: countOf(usage.cached_input_tokens),
    cacheWriteTokens: countOf(usage.cache_write_input_tokens),
  }
}
