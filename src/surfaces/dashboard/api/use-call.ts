import { useCallback, useEffect, useState } from 'preact/hooks'
import { call, type Failure } from './call.ts'
import { useFeed } from './feed.tsx'
import type { InputOf, Name, OutputOf } from './operations.ts'

/** What is known of a call: the last good value stays while a newer one is on its way. */
interface Called<Value> {
  readonly value: Value | undefined
  readonly failure: Failure | undefined
  readonly isLoading: boolean
  reload(): void
}

/**
 * Calls when first shown and whenever the input changes; `undefined` calls nothing. What failed for
 * want of a daemon is called again as soon as there is one.
 */
export function useCall<N extends Name>(
  name: N,
  input: InputOf<N> | undefined,
): Called<OutputOf<N>> {
  const [state, setState] = useState<{ value?: OutputOf<N>; failure?: Failure; key?: string }>({})
  const [isLoading, setLoading] = useState(input !== undefined)
  const [turn, setTurn] = useState(0)
  const { connections } = useFeed()
  const key = JSON.stringify(input)
  useEffect(() => {
    if (key === undefined) return
    const left = new AbortController()
    setLoading(true)
    call(name, JSON.parse(key) as InputOf<N>, left.signal).then((outcome) => {
      if (left.signal.aborted) return
      setLoading(false)
      setState((last) =>
        outcome.kind === 'done'
          ? { value: outcome.value, key }
          : { ...(last.key === key ? last : { key }), failure: outcome.failure },
      )
    }, reportError)
    return () => left.abort()
  }, [name, key, turn])
  const reload = useCallback(() => setTurn((last) => last + 1), [])
  const isUnreached = state.failure?.code === 'unreachable'
  useEffect(() => {
    if (isUnreached && connections > 0) reload()
  }, [connections])
  return { value: state.value, failure: state.failure, isLoading, reload }
}
