import type { SavedSession } from '../../sessions/session.ts'
import { type SessionStep, sessionSteps } from '../../sessions/session-steps.ts'
import { mineCommands } from './mine-commands.ts'
import { mineFixes } from './mine-fixes.ts'
import { minePreferences } from './mine-preferences.ts'
import type { Proposal } from './proposal.ts'

/** What sessions show that may be worth remembering, the surest first; no model takes part. */
export function mineSessions(sessions: readonly SavedSession[]): readonly Proposal[] {
  const read = sessions.map((session) => ({ session, steps: sessionSteps(session) }))
  const found = [
    ...read.flatMap(({ session, steps }) =>
      mineFixes(steps, session.folder).map((one) => toProposal('fix', session, one)),
    ),
    ...read.flatMap(({ session, steps }) =>
      mineCommands(steps).map((one) => toProposal('command', session, one)),
    ),
    ...preferences(read),
  ]
  return onceEach(found.filter(({ text }) => !secret.test(text))).toSorted(
    (a, b) => b.confidence - a.confidence,
  )
}

/** What looks like a key, a token or a password stays in the session it stands in. */
const secret =
  /-----BEGIN|\b(?:sk|pk|rk)[-_](?:live|test|ant|proj)?[-_]?\w{16,}|\bgh[pousr]_\w{20,}|\bAKIA[0-9A-Z]{12,}|\bxox[abp]-|\beyJ\w{20,}|(?:password|passwd|secret|token|api[_-]?key)\s*[=:]\s*\S{6,}/i

function toProposal(
  kind: Proposal['kind'],
  { agent, id, folder }: SavedSession,
  { text, confidence, quote }: { text: string; confidence: number; quote: string },
): Proposal {
  const evidence = [{ agent: agent ?? 'other', session: id, quote }]
  return { kind, text, confidence, folder, evidence }
}

function preferences(
  read: readonly { readonly session: SavedSession; readonly steps: readonly SessionStep[] }[],
): readonly Proposal[] {
  const sayings = read.flatMap(({ session, steps }) =>
    steps.flatMap((step) =>
      step.kind === 'said'
        ? [
            {
              text: step.text,
              agent: session.agent ?? 'other',
              session: session.id,
              folder: session.folder,
            },
          ]
        : [],
    ),
  )
  return minePreferences(sayings).map(({ text, confidence, said }) => {
    const folders = new Set(said.map(({ folder }) => folder))
    return {
      kind: 'preference',
      text,
      confidence,
      folder: folders.size === 1 ? (said[0]?.folder ?? '') : '',
      evidence: said.map(({ agent, session, text: quote }) => ({ agent, session, quote })),
    }
  })
}

/** The same thing found in several sessions is one proposal with all its evidence. */
function onceEach(found: readonly Proposal[]): readonly Proposal[] {
  return [...Map.groupBy(found, ({ text }) => text).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    return [{ ...first, evidence: same.flatMap(({ evidence }) => evidence) }]
  })
}
