import { useState } from 'preact/hooks'
import { isInDemo } from '../api/access-token.ts'
import type { Failure } from '../api/call.ts'
import { say } from '../locale/say.ts'
import { FailureNote } from '../parts/failure.tsx'

/** For those who have nothing yet: the page with a demo in it, kept apart from what will be theirs. */
export function LoadDemoButton() {
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number }>()
  const [failure, setFailure] = useState<Failure>()
  const load = async (): Promise<void> => {
    setFailure(undefined)
    setProgress({ done: 0, of: 1 })
    const { loadDemo } = await import('./load-demo.ts')
    const problem = await loadDemo((done, of) => setProgress({ done, of }))
    setProgress(undefined)
    if (problem) setFailure(problem)
    // All that is shown was asked for as somebody else.
    else location.reload()
  }
  if (isInDemo()) return null
  return (
    <div class="load-demo">
      {progress ? (
        <progress
          class="progress"
          aria-label={say('Loading the demo')}
          value={progress.done}
          max={progress.of}
        />
      ) : (
        <button type="button" class="button button-main" onClick={() => load().catch(reportError)}>
          {say('Load the demo')}
        </button>
      )}
      <p class="soft">
        {say(
          'Made-up data, kept apart from yours and removed with one click; nothing leaves this machine.',
        )}
      </p>
      {failure && <FailureNote failure={failure} />}
    </div>
  )
}
