import { randomUUID } from 'node:crypto'
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { AskedClient } from '../../engine.ts'

type Asking = Pick<AskedClient, 'ask' | 'tell'>
type Round = Pick<ServerContext, 'mcpReq'>
export type RoundResult = CallToolResult | InputRequiredResult

/**
 * Calls of clients that cannot be asked while they wait: those of the newer era get the question as an
 * answer and come back with theirs. The call to the upstream is held open in between.
 */
export interface HeldCalls {
  /** Begins a call, or goes on with the one that this client was asked about. */
  run(
    round: Round,
    owner: string,
    begin: (asking: Asking, signal: AbortSignal) => Promise<CallToolResult>,
  ): Promise<RoundResult>
  close(): void
}

interface HeldCall {
  readonly owner: string
  play(round: Round): Promise<RoundResult>
  end(): void
}

interface Question {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  answer(value: Readonly<Record<string, unknown>>): void
}

/** A person may take this long to answer. */
export const longestAnswerMs = 10 * 60_000
const mostHeld = 100

export function createHeldCalls(): HeldCalls {
  const held = new Map<string, HeldCall>()

  function hold(owner: string, begin: Parameters<HeldCalls['run']>[2]): HeldCall {
    const id = randomUUID()
    const leaving = new AbortController()
    const questions = new Map<string, Question>()
    let current: Round | undefined
    let onAsked = (): void => undefined
    let expiry: NodeJS.Timeout | undefined

    const asking: Asking = {
      ask: (method, params, signal) =>
        new Promise((resolve, reject) => {
          if (held.size > mostHeld) return reject(tooMany())
          const key = `${method} ${questions.size + 1} ${randomUUID()}`
          const leave = (): void => {
            questions.delete(key)
            reject(signal.reason)
          }
          signal.addEventListener('abort', leave, { once: true })
          questions.set(key, { method, params, answer: resolve })
          onAsked()
        }),
      tell(method, params) {
        current?.mcpReq.notify({ method, params: { ...params } }).catch(() => undefined)
      },
    }
    const result = begin(asking, leaving.signal).finally(() => {
      held.delete(id)
      clearTimeout(expiry)
    })
    // Nobody may be waiting when it fails.
    result.catch(() => undefined)

    const call: HeldCall = {
      owner,
      async play(round) {
        const { signal, inputResponses = {} } = round.mcpReq
        const leave = (): void => leaving.abort(signal.reason)
        clearTimeout(expiry)
        current = round
        signal.addEventListener('abort', leave, { once: true })
        try {
          for (const [key, value] of Object.entries(inputResponses)) answer(key, value)
          if ((await firstOf(result)) === 'asked') return question()
          return await result
        } finally {
          signal.removeEventListener('abort', leave)
        }
      },
      end: () => leaving.abort(),
    }

    function answer(key: string, value: unknown): void {
      const asked = questions.get(key)
      questions.delete(key)
      asked?.answer(value as Readonly<Record<string, unknown>>)
    }

    function firstOf(ending: Promise<unknown>): Promise<'asked' | 'ended'> {
      return new Promise((resolve, reject) => {
        onAsked = () => resolve('asked')
        if (questions.size > 0) onAsked()
        ending.then(() => resolve('ended'), reject)
      })
    }

    function question(): InputRequiredResult {
      expiry = setTimeout(call.end, longestAnswerMs).unref()
      const requests = [...questions].map(([key, { method, params }]) => [key, { method, params }])
      return inputRequired({ inputRequests: Object.fromEntries(requests), requestState: id })
    }

    held.set(id, call)
    return call
  }

  return {
    run(round, owner, begin) {
      const state = round.mcpReq.requestState<unknown>()
      if (state === undefined) return hold(owner, begin).play(round)
      const known = held.get(String(state))
      if (known?.owner === owner) return known.play(round)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'The call that asked this has ended; call again',
      )
    },
    close() {
      for (const call of held.values()) call.end()
    },
  }
}

function tooMany(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, 'Too many calls wait for an answer')
}
