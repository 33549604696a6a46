import { randomUUID } from 'node:crypto'
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { AskedClient } from '../../engine.ts'

type Asking = Pick<AskedClient, 'ask' | 'tell'>

interface Question {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A call that goes on while its client comes and goes, and what it asks of that client. */
export interface LiveCall {
  readonly questions: ReadonlyMap<string, Question>
  readonly result: Promise<CallToolResult>
  /** An answer to a question that is not open, or not any more, is left aside. */
  answer(key: string, value: unknown): void
  /** Told whenever it asks something, is answered, or says that it will take long. */
  onChange(listener: (change: 'asked' | 'answered' | 'deferred') => void): () => void
  end(reason?: unknown): void
}

interface LiveCallOptions {
  /** Whether another question may wait. */
  readonly mayAsk: () => boolean
  readonly tell: AskedClient['tell']
}

export type BeginCall = (
  asking: Asking & Required<Pick<AskedClient, 'onDeferred'>>,
  signal: AbortSignal,
) => Promise<CallToolResult>

export function startLiveCall(begin: BeginCall, { mayAsk, tell }: LiveCallOptions): LiveCall {
  const leaving = new AbortController()
  const questions = new Map<string, Question & { answer(value: never): void }>()
  const listeners = new Set<(change: 'asked' | 'answered' | 'deferred') => void>()
  const report = (change: 'asked' | 'answered' | 'deferred'): void => {
    for (const listener of [...listeners]) listener(change)
  }
  const ask: Asking['ask'] = (method, params, signal) =>
    new Promise((resolve, reject) => {
      if (!mayAsk()) return reject(tooMany())
      const key = `${method} ${questions.size + 1} ${randomUUID()}`
      const leave = (): void => {
        questions.delete(key)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      questions.set(key, { method, params, answer: resolve })
      report('asked')
    })
  const onDeferred = (): void => report('deferred')
  const result = begin({ ask, tell, onDeferred }, leaving.signal)
  // Nobody may be waiting when it fails.
  result.catch(() => undefined)
  return {
    questions,
    result,
    answer(key, value) {
      const asked = questions.get(key)
      if (!asked) return
      questions.delete(key)
      asked.answer(value as never)
      report('answered')
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    end: (reason) => leaving.abort(reason),
  }
}

function tooMany(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, 'Too many calls wait for an answer')
}
