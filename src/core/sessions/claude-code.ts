import { type Fields, isContent, isFields, textOf } from '../wire/content.ts'
import { countOf, type Usage } from '../wire/usage.ts'
import type { SessionReader } from './session.ts'
import { fieldOf, type SessionDraft, sessionDraft, timeOf } from './session-draft.ts'

/** Claude Code: one JSONL file a session, one line a content block; lines of one reply share `message.id`. */
export const claudeCode: SessionReader = {
  agent: 'claude-code',
  title: 'Claude Code',
  recognises: (rows) =>
    rows.some((row) => isSpoken(row) && typeof fieldOf(row, 'sessionId') === 'string'),
  read(rows) {
    const drafts: ClaudeDraft[] = []
    const current = new Map<string, ClaudeDraft>()
    for (const row of rows) {
      if (!isFields(row)) continue
      const line = row.isSidechain === true ? `side ${textOf(row.agentId)}` : 'main'
      // After a compaction the model sees a summary, and nothing of what was before.
      const isNew = !current.has(line) || row.subtype === 'compact_boundary'
      const draft = isNew ? claudeDraft() : current.get(line)
      if (!draft) continue
      if (isNew) {
        current.set(line, draft)
        drafts.push(draft)
      }
      if (isSpoken(row) && isFields(row.message)) draft.say(row, row.message)
    }
    return drafts.flatMap(({ draft }) => draft.done())
  },
}

interface ClaudeDraft {
  readonly draft: SessionDraft
  say(row: Fields, message: Fields): void
}

function claudeDraft(): ClaudeDraft {
  const draft = sessionDraft('claude-code', 'anthropic-messages')
  let lastId: string | undefined
  return {
    draft,
    say(row, message) {
      draft.id ||= textOf(row.sessionId)
      draft.folder ||= textOf(row.cwd)
      const time = timeOf(row.timestamp)
      if (message.role === 'user') {
        lastId = undefined
        joinResults(draft, message, time)
        return
      }
      // Words of the program itself, about a failed request or an interruption.
      if (message.model === '<synthetic>' || message.role !== 'assistant') return
      const id = textOf(message.id)
      const usage = usageOf(message.usage)
      const content = blocksOf(message.content)
      const before = draft.items.at(-1)
      const call = draft.calls.at(-1)
      if (id !== '' && id === lastId && call && isFields(before)) {
        draft.items[draft.items.length - 1] = {
          ...before,
          content: [...blocksOf(before.content), ...content],
        }
        // A line written while the answer was still streaming has counted less of it.
        draft.calls[draft.calls.length - 1] = { ...call, usage: larger(call.usage, usage) }
        return
      }
      lastId = id
      draft.call({ model: textOf(message.model), usage, time })
      draft.add({ role: 'assistant', content }, time)
    },
  }
}

function isSpoken(row: unknown): boolean {
  const type = fieldOf(row, 'type')
  return (type === 'user' || type === 'assistant') && isContent(fieldOf(row, 'message', 'content'))
}

/** Results of one reply are lines of their own in the file and one message on the wire. */
function joinResults(draft: SessionDraft, { content }: Fields, time: number): void {
  const before = draft.items.at(-1)
  const isResult = (value: unknown): boolean =>
    Array.isArray(value) && value.some((part) => fieldOf(part, 'type') === 'tool_result')
  if (isFields(before) && before.role === 'user' && isResult(before.content) && isResult(content)) {
    draft.items[draft.items.length - 1] = {
      role: 'user',
      content: [...blocksOf(before.content), ...blocksOf(content)],
    }
    return
  }
  draft.add(
    { role: 'user', content: typeof content === 'string' ? content : blocksOf(content) },
    time,
  )
}

function blocksOf(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : []
}

function usageOf(usage: unknown): Usage | undefined {
  if (!isFields(usage)) return undefined
  const cacheReadTokens = countOf(usage.cache_read_input_tokens)
  const cacheWriteTokens = countOf(usage.cache_creation_input_tokens)
  return {
    inputTokens: countOf(usage.input_tokens) + cacheReadTokens + cacheWriteTokens,
    outputTokens: countOf(usage.output_tokens),
    cacheReadTokens,
    cacheWriteTokens,
    cacheWriteHourTokens: countOf(fieldOf(usage.cache_creation, 'ephemeral_1h_input_tokens')),
  }
}

function larger(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return b.outputTokens >= a.outputTokens ? b : a
}
