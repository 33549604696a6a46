import { EngineError } from '../../errors.ts'
import { parseIsoTime } from '../text/iso-time.ts'
import { isFields } from '../wire/content.ts'
import { fromPiMessage } from './pi-session.ts'

/** A saved conversation, and when each of its messages was written, where that is known. */
export interface SavedSession {
  readonly name: string
  readonly list: readonly unknown[]
  /** Milliseconds since the epoch; NaN where nothing is said. */
  readonly times: readonly number[]
}

/**
 * Reads saved conversations: JSON in OpenAI or Anthropic form, one such object a line, or the JSONL
 * session files of Claude Code, Codex and pi.
 */
export function readSessions(name: string, text: string): readonly SavedSession[] {
  const whole = parse(text)
  const rows = whole === undefined ? parseLines(name, text) : [whole]
  const sessions = rows.flatMap((row, index) => {
    const list = listOf(row)
    const id = isFields(row) && typeof row.id === 'string' ? row.id : String(index + 1)
    return list ? [toSession(rows.length > 1 ? `${name} ${id}` : name, list)] : []
  })
  if (sessions.length > 0) return sessions
  const events = rows.flatMap(messageOf)
  if (events.length === 0)
    throw new EngineError('invalid_input', `${name} holds no conversation that is understood`)
  return [
    {
      name,
      list: events.map(({ message }) => message),
      times: events.map(({ time }) => time),
    },
  ]
}

function toSession(name: string, list: readonly unknown[]): SavedSession {
  return { name, list, times: list.map((message) => timeOf(message)) }
}

function listOf(row: unknown): readonly unknown[] | undefined {
  if (Array.isArray(row)) return row
  if (!isFields(row)) return undefined
  if (Array.isArray(row.messages)) return row.messages
  return Array.isArray(row.input) ? row.input : undefined
}

/** One line of an agent's session file; lines about other things are passed over. */
function messageOf(row: unknown): readonly { message: unknown; time: number }[] {
  if (!isFields(row)) return []
  const time = timeOf(row)
  if (row.type === 'response_item' && isFields(row.payload)) return [{ message: row.payload, time }]
  if (row.type === 'message' && isFields(row.message))
    return [{ message: fromPiMessage(row.message), time }]
  const isSpoken = row.type === 'user' || row.type === 'assistant'
  if (isSpoken && isFields(row.message)) return [{ message: row.message, time }]
  return typeof row.role === 'string' ? [{ message: row, time }] : []
}

function timeOf(value: unknown): number {
  const time = isFields(value) ? value.timestamp : undefined
  if (typeof time === 'number') return time
  return typeof time === 'string' ? (parseIsoTime(time) ?? Number.NaN) : Number.NaN
}

function parseLines(name: string, text: string): readonly unknown[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const row = parse(line)
      if (row === undefined)
        throw new EngineError('invalid_input', `${name}: line ${index + 1} is not JSON`)
      return row
    })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
