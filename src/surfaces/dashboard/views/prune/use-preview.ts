import { useEffect, useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import type { OutputOf } from '../../api/operations.ts'
import { language } from '../../locale/language.ts'
import { inputOf, type PruneState } from './prune-state.ts'

/** A slider moves faster than anyone reads. */
const settleMs = 60

/** The result with the text it belongs to, so that the two never disagree on the screen. */
export interface Preview {
  readonly text: string
  readonly pruned: OutputOf<'prune.preview'>
}

/** What pruning would leave, asked again whenever something changes; nothing is kept or counted. */
export function usePreview(
  text: string,
  state: PruneState,
): { preview: Preview | undefined; failure: Failure | undefined } {
  const [preview, setPreview] = useState<Preview>()
  const [failure, setFailure] = useState<Failure>()
  const { wraps: _, ...asked } = state
  useEffect(() => {
    if (text === '') {
      setPreview(undefined)
      return
    }
    const left = new AbortController()
    const ask = async (): Promise<void> => {
      const input = inputOf(text, state, language().tag === 'fr' ? 'fr' : 'en')
      const outcome = await call('prune.preview', input, left.signal)
      if (left.signal.aborted) return
      setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
      if (outcome.kind === 'done') setPreview({ text, pruned: outcome.value })
    }
    const timer = setTimeout(() => ask().catch(reportError), settleMs)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [text, JSON.stringify(asked)])
  return { preview, failure }
}
