import { useRef, useState } from 'preact/hooks'
import type { Failure } from '../../api/call.ts'
import { callStreaming } from '../../api/call-streaming.ts'
import type { InputOf, OutputOf } from '../../api/operations.ts'

interface Asking {
  readonly state: 'idle' | 'writing' | 'done'
  /** What has been written so far. */
  readonly text: string
  readonly answer: OutputOf<'knowledge.ask'> | undefined
  readonly failure: Failure | undefined
  start(input: InputOf<'knowledge.ask'>): void
  stop(): void
}

/** One question at a time; a new one ends the one before. */
export function useAsk(): Asking {
  const [state, setState] = useState<Asking['state']>('idle')
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<OutputOf<'knowledge.ask'>>()
  const [failure, setFailure] = useState<Failure>()
  const running = useRef<AbortController>(undefined)
  const begin = (): AbortController => {
    running.current?.abort()
    running.current = new AbortController()
    setText('')
    setAnswer(undefined)
    setFailure(undefined)
    return running.current
  }
  const run = async (input: InputOf<'knowledge.ask'>): Promise<void> => {
    const left = begin()
    setState('writing')
    const onText = (more: string): void => {
      if (!left.signal.aborted) setText((last) => last + more)
    }
    const outcome = await callStreaming('knowledge.ask', input, { onText }, left.signal)
    if (left.signal.aborted) return
    setState(outcome.kind === 'done' ? 'done' : 'idle')
    if (outcome.kind === 'done') setAnswer(outcome.value)
    else setFailure(outcome.failure)
  }
  return {
    state,
    text,
    answer,
    failure,
    start: (input) => void run(input).catch(reportError),
    stop: () => {
      begin()
      setState('idle')
    },
  }
}
