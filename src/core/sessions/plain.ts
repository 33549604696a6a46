import { isFields, textOf } from '../wire/content.ts'
import { countOf, type Usage } from '../wire/usage.ts'
import { detectFormat } from '../wire/wire-formats.ts'
import type { ModelCall, SavedSession } from './session.ts'
import { timeOf } from './session-draft.ts'

/**
 * Conversations that no agent of the list saved: a list of messages or items in any wire format, an
 * object that holds one under `messages`, `input` or `contents`, or one such object a line.
 */
export function plainSessions(name: string, rows: readonly unknown[]): readonly SavedSession[] {
  const lists = rows.flatMap((row) => {
    const items = listOf(row)
    return items ? [{ row, items }] : []
  })
  if (lists.length > 0)
    return lists.flatMap(({ row, items }, at) => {
      const id = isFields(row) && typeof row.id === 'string' ? row.id : String(at + 1)
      const model = isFields(row) ? textOf(row.model) : ''
      return plainSession(lists.length > 1 ? `${name} ${id}` : name, items, model)
    })
  const said = rows.filter((row) => isFields(row) && typeof row.role === 'string')
  return said.length === 0 ? [] : plainSession(name, said, '')
}

function plainSession(
  id: string,
  list: readonly unknown[],
  model: string,
): readonly SavedSession[] {
  const format = detectFormat(list)
  if (!format) return []
  const times = list.map((item) => (isFields(item) ? timeOf(item.timestamp) : Number.NaN))
  const isModels = list.map((item) => isFields(item) && format.isModelTurn(item))
  const calls = list.flatMap((item, at): readonly ModelCall[] => {
    const continues = format.isReplyOfItems && isModels[at - 1] === true
    if (at === 0 || !isModels[at] || continues) return []
    const usage = isFields(item) ? usageOf(item.usage) : undefined
    const said = isFields(item) ? textOf(item.model) : ''
    return [{ at, model: said || model, usage, time: times[at] ?? Number.NaN }]
  })
  // What was measured in the conversation was not sent in it.
  const items = list.map((item) => {
    if (!isFields(item)) return item
    const { usage: _, timestamp: __, ...sent } = item
    return sent
  })
  if (calls.length === 0) return []
  return [{ agent: undefined, id, folder: '', format: format.name, items, times, calls }]
}

function listOf(row: unknown): readonly unknown[] | undefined {
  if (Array.isArray(row)) return row
  if (!isFields(row)) return undefined
  return [row.messages, row.input, row.contents].find((list) => Array.isArray(list))
}

function usageOf(usage: unknown): Usage | undefined {
  if (!isFields(usage) || typeof usage.input !== 'number') return undefined
  const cacheReadTokens = countOf(usage.cache_read)
  const cacheWriteTokens = countOf(usage.cache_write)
  return {
    inputTokens: usage.input + cacheReadTokens + cacheWriteTokens,
    outputTokens: countOf(usage.output),
    cacheReadTokens,
    cacheWriteTokens,
  }
}
