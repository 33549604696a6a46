import { loadSessions, type Session } from '../mask/sessions.ts'

export interface ReplayRequests {
  readonly sessions: number
  readonly warming: readonly string[]
  readonly measured: readonly string[]
}

const sets = ['pi-large', 'swe-agent', 'tau-airline'] as const
const perSet = 6
const mostTurns = 120

/** Real sessions as their clients sent them: one request for each answer, the whole history every time. */
export function replayRequests(): ReplayRequests | undefined {
  const all = sets.flatMap((name) => loadSessions(name)?.slice(0, perSet) ?? [])
  const [warming, ...measured] = all.reverse()
  if (warming === undefined) return undefined
  return {
    sessions: measured.length,
    warming: requestsOf(warming),
    measured: measured.flatMap(requestsOf),
  }
}

function requestsOf({ messages }: Session): readonly string[] {
  return messages
    .flatMap(({ role }, at) => (role === 'assistant' && at > 0 ? [at] : []))
    .slice(0, mostTurns)
    .map((at) => JSON.stringify({ model: 'gpt-5', messages: messages.slice(0, at) }))
}
