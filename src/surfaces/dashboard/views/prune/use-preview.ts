import { useEffect, useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import type { OutputOf } from '../../api/operations.ts'

/** A slider moves faster than anyone reads. */
const settleMs = 60

export interface Source {
  readonly text: string
  readonly goal: string
  readonly path: string | undefined
  readonly keepPercent: number
}

/** The result with the text it belongs to, so that the two never disagree on the screen. */
export interface Preview {
  readonly text: string
  readonly pruned: OutputOf<'prune.preview'>
}

/** What pruning would leave, asked again whenever something changes; nothing is kept or counted. */
export function usePreview({ text, goal, path, keepPercent }: Source): {
  preview: Preview | undefined
  failure: Failure | undefined
} {
  const [preview, setPreview] = useState<Preview>()
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    if (text === '') {
      setPreview(undefined)
      return
    }
    const left = new AbortController()
    const ask = async (): Promise<void> => {
      const outcome = await call(
        'prune.preview',
        {
          text,
          goal,
          keep_ratio: keepPercent / 100,
          explain: true,
          line_scores: true,
          ...(path === undefined ? {} : { path }),
        },
        left.signal,
      )
      if (left.signal.aborted) return
      setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
      if (outcome.kind === 'done') setPreview({ text, pruned: outcome.value })
    }
    const timer = setTimeout(() => ask().catch(reportError), settleMs)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [text, goal, path, keepPercent])
  return { preview, failure }
}
