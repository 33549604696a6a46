import { contentText, type Fields, isFields, textOf } from '../wire/content.ts'
import { countOf, type Usage } from '../wire/usage.ts'
import type { SessionReader } from './session.ts'
import { fieldOf, sessionDraft, timeOf } from './session-draft.ts'

/** Gemini CLI: a JSONL file a session in which a later line replaces the one of its id; older ones are one document. */
export const geminiCli: SessionReader = {
  agent: 'gemini-cli',
  title: 'Gemini CLI',
  recognises: (rows) => {
    const [first] = rows
    return (
      typeof fieldOf(first, 'projectHash') === 'string' &&
      typeof fieldOf(first, 'sessionId') === 'string'
    )
  },
  read(rows) {
    const draft = sessionDraft('gemini-cli', 'gemini')
    draft.id = textOf(fieldOf(rows[0], 'sessionId'))
    const messages = messagesOf(rows)
    const answered = new Set(messages.flatMap(answeredIds))
    for (const message of messages) {
      const time = timeOf(message.timestamp)
      if (message.type === 'user') {
        draft.folder ||= folderIn(message.content)
        draft.add({ role: 'user', parts: partsOf(message.content) }, time)
      }
      if (message.type !== 'gemini') continue
      draft.call({ model: textOf(message.model), usage: usageOf(message.tokens), time })
      const calls = listOf(message.toolCalls)
      draft.add({ role: 'model', parts: [...partsOf(message.content), ...calls.map(toCall)] }, time)
      const results = calls
        .filter(({ id }) => !answered.has(id))
        .flatMap(({ result }) => listOf(result))
      if (results.length > 0) draft.add({ role: 'user', parts: results }, time)
    }
    return draft.done()
  },
}

/** In the order in which each id first came. */
function messagesOf(rows: readonly unknown[]): readonly Fields[] {
  const byId = new Map<unknown, Fields>()
  const add = (message: Fields): void => void byId.set(message.id ?? byId.size, message)
  for (const row of rows) {
    for (const message of listOf(fieldOf(row, 'messages'))) add(message)
    for (const message of listOf(fieldOf(row, '$set', 'messages'))) add(message)
    if (isFields(row) && typeof row.id === 'string' && typeof row.type === 'string') add(row)
  }
  return [...byId.values()]
}

function answeredIds({ type, content }: Fields): readonly unknown[] {
  if (type !== 'user') return []
  return listOf(content).flatMap((part) => {
    const id = fieldOf(part.functionResponse, 'id')
    return id === undefined ? [] : [id]
  })
}

function toCall({ id, name, args }: Fields): Fields {
  return { functionCall: { id, name, args } }
}

function partsOf(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }]
  return Array.isArray(content) ? content : []
}

/** The program tells its model where it is before anything else. */
function folderIn(content: unknown): string {
  const text = contentText(content)
  return /Workspace Directories:\**\s*\n\s*-\s*(\S.*)/.exec(text)?.[1] ?? ''
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

function usageOf(tokens: unknown): Usage | undefined {
  if (!isFields(tokens)) return undefined
  return {
    inputTokens: countOf(tokens.input),
    outputTokens: countOf(tokens.output) + countOf(tokens.thoughts),
    cacheReadTokens: countOf(tokens.cached),
    cacheWriteTokens: 0,
  }
}
