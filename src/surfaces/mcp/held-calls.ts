import { randomUUID } from 'node:crypto'
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type BeginCall, type LiveCall, startLiveCall } from './live-call.ts'

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
    begin: BeginCall,
    /** Takes over a call that its server goes on with by itself, where the client knows tasks. */
    defer?: (call: LiveCall) => RoundResult | undefined,
  ): Promise<RoundResult>
  close(): void
}

interface HeldCall {
  readonly owner: string
  play(round: Round): Promise<RoundResult>
  end(): void
}

/** A person may take this long to answer. */
export const longestAnswerMs = 10 * 60_000
const mostHeld = 100

export function createHeldCalls(): HeldCalls {
  const held = new Map<string, HeldCall>()

  function hold(owner: string, begin: BeginCall, defer: Parameters<HeldCalls['run']>[3]): HeldCall {
    const id = randomUUID()
    let current: Round | undefined
    let expiry: NodeJS.Timeout | undefined
    let isDeferred = false
    const live = startLiveCall(begin, {
      mayAsk: () => held.size <= mostHeld,
      tell(method, params) {
        current?.mcpReq.notify({ method, params: { ...params } }).catch(() => undefined)
      },
    })
    live.onChange((change) => {
      isDeferred ||= change === 'deferred'
    })
    const forget = (): void => {
      held.delete(id)
      clearTimeout(expiry)
    }
    live.result.then(forget, forget)

    const call: HeldCall = {
      owner,
      async play(round) {
        const { signal, inputResponses = {} } = round.mcpReq
        const leave = (): void => live.end(signal.reason)
        clearTimeout(expiry)
        current = round
        signal.addEventListener('abort', leave, { once: true })
        try {
          for (const [key, value] of Object.entries(inputResponses)) live.answer(key, value)
          const taken = await firstOf()
          if (taken !== 'asked') return taken === 'ended' ? await live.result : taken
          return question()
        } finally {
          signal.removeEventListener('abort', leave)
        }
      },
      end: () => live.end(),
    }

    /** What comes first: a question, the end, or the server that goes on by itself. */
    function firstOf(): Promise<'asked' | 'ended' | RoundResult> {
      return new Promise((resolve, reject) => {
        const settle = (first: 'asked' | 'ended' | RoundResult): void => {
          stop()
          resolve(first)
        }
        const look = (): void => {
          const deferred = takenOver()
          if (deferred) settle(deferred)
          else if (live.questions.size > 0) settle('asked')
        }
        const stop = live.onChange(look)
        live.result.then(() => settle('ended'), reject).finally(stop)
        look()
      })
    }

    function takenOver(): RoundResult | undefined {
      const taken = isDeferred ? defer?.(live) : undefined
      if (taken) forget()
      return taken
    }

    function question(): InputRequiredResult {
      expiry = setTimeout(call.end, longestAnswerMs).unref()
      const requests = [...live.questions].map(([key, { method, params }]) => [
        key,
        { method, params },
      ])
      return inputRequired({ inputRequests: Object.fromEntries(requests), requestState: id })
    }

    held.set(id, call)
    return call
  }

  return {
    run(round, owner, begin, defer) {
      const state = round.mcpReq.requestState<unknown>()
      if (state === undefined) return hold(owner, begin, defer).play(round)
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
