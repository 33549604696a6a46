import type { Tokenizer } from '../../ports/tokenizer.ts'
import { readSessionFile } from '../sessions/read-sessions.ts'
import type { SavedSession, SessionFile } from '../sessions/session.ts'
import type { RuleOf } from '../traffic/provider-rules.ts'
import type { TextCounter } from './counted-session.ts'
import type { ReplayPolicy } from './replay-policy.ts'
import { type ReplayReport, replayReport } from './replay-report.ts'
import { type ReplayDeps, type ReplayedSession, replaySession } from './replay-session.ts'

interface ReplayInput {
  readonly files: readonly SessionFile[]
  /** Whose prices count where a session names no model. */
  readonly otherwise: string
  readonly ruleOf: RuleOf
}

interface ReplaySessionsDeps {
  readonly tokenizer: Tokenizer
  /** The first of them is to do nothing. */
  readonly policies: readonly ReplayPolicy[]
  readonly pause: (ms: number) => Promise<void>
}

export type ReplaySessions = (
  input: ReplayInput,
  signal: AbortSignal,
  onSession?: (done: number, total: number) => void,
) => Promise<ReplayReport>

/** Replays files one after another; stopped early, it reports on those it has. */
export function createReplay({ tokenizer, policies, pause }: ReplaySessionsDeps): ReplaySessions {
  return async ({ files, otherwise, ruleOf }, signal, onSession) => {
    const unreadable: { name: string; reason: string }[] = []
    const replayed: ReplayedSession[] = []
    const breathe = async (): Promise<void> => {
      await pause(0)
      if (signal.aborted) throw new Interrupted()
    }
    let done = 0
    try {
      for (const file of files) {
        onSession?.(done++, files.length)
        await breathe()
        for (const session of sessionsOf(file, unreadable)) {
          const deps: ReplayDeps = { ruleOf, otherwise, breathe, counter: textCounter(tokenizer) }
          replayed.push(await replaySession(session, policies, deps))
        }
      }
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error
      return replayReport(replayed, unreadable, true)
    }
    return replayReport(replayed, unreadable, false)
  }
}

class Interrupted extends Error {}

function sessionsOf(
  file: SessionFile,
  unreadable: { name: string; reason: string }[],
): readonly SavedSession[] {
  const reading = readSessionFile(file)
  if (reading.kind === 'unreadable') {
    unreadable.push({ name: reading.name, reason: reading.reason })
    return []
  }
  const { damagedLines } = reading
  if (damagedLines > 0)
    unreadable.push({ name: file.name, reason: `${damagedLines} lines of it are not JSON` })
  return reading.sessions
}

/** Each text is counted once a session. */
function textCounter(tokenizer: Tokenizer): TextCounter {
  const known = new Map<string, number>()
  return {
    async learn(texts) {
      const unknown = [...new Set(texts)].filter((text) => !known.has(text))
      if (unknown.length === 0) return
      const counts = await tokenizer.count(unknown)
      for (const [at, text] of unknown.entries()) known.set(text, counts[at] ?? 0)
    },
    of: (text) => known.get(text) ?? 0,
  }
}
