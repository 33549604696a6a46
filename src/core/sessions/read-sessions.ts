import { claudeCode } from './claude-code.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { copilotCli } from './copilot-cli.ts'
import { geminiCli } from './gemini-cli.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'
import { plainSessions } from './plain.ts'
import { qwenCode } from './qwen-code.ts'
import type { SavedSession, SessionFile, SessionReader } from './session.ts'

/** Every agent whose sessions can be read. */
const sessionReaders: readonly SessionReader[] = [
  claudeCode,
  codex,
  opencode,
  geminiCli,
  qwenCode,
  pi,
  copilotCli,
  cline,
]

/** What came of a file; one that cannot be read is told, never counted as free of cost. */
export type SessionReading =
  | {
      readonly kind: 'read'
      readonly sessions: readonly SavedSession[]
      /** Lines in the middle of the file that are no JSON, as a crash leaves them. */
      readonly damagedLines: number
    }
  | { readonly kind: 'unreadable'; readonly name: string; readonly reason: string }

export function readSessionFile({ name, text }: SessionFile): SessionReading {
  const { rows, damagedLines } = sessionRows(text)
  const unreadable = (reason: string): SessionReading => ({ kind: 'unreadable', name, reason })
  if (rows.length === 0) return unreadable(text.trim() === '' ? 'empty' : 'not JSON')
  const reader = sessionReaders.find((one) => one.recognises(rows))
  const sessions = reader ? reader.read(rows) : plainSessions(name, rows)
  if (sessions.length > 0) return { kind: 'read', sessions, damagedLines }
  return unreadable(
    reader
      ? `${reader.title} saved no reply of a model in it`
      : 'no conversation that is understood',
  )
}

/** A file as the values it holds: one document, or one a line. */
interface SessionRows {
  readonly rows: readonly unknown[]
  /** Lines that are no JSON; the last may still be being written, and is not counted. */
  readonly damagedLines: number
}

function sessionRows(text: string): SessionRows {
  const whole = parse(text)
  if (whole !== undefined) return { rows: [whole], damagedLines: 0 }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const parsed = lines.map(parse)
  const rows = parsed.filter((row) => row !== undefined)
  const isLastWhole = parsed.at(-1) !== undefined
  return { rows, damagedLines: lines.length - rows.length - (isLastWhole ? 0 : 1) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
