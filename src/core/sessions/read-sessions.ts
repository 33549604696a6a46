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
import { sessionRows } from './session-rows.ts'

/** Every agent whose sessions can be read. */
export const sessionReaders: readonly SessionReader[] = [
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
