import { useState } from 'preact/hooks'
import { isInDemo, leaveDemo } from '../api/access-token.ts'
import type { Failure } from '../api/call.ts'
import { say } from '../locale/say.ts'
import { FailureNote } from '../parts/failure.tsx'

/** Says over every view that it shows a demo, with the ways out of it. */
export function DemoBanner() {
  const [failure, setFailure] = useState<Failure>()
  const [isRemoving, setRemoving] = useState(false)
  const remove = async (): Promise<void> => {
    setRemoving(true)
    const { removeDemo } = await import('./load-demo.ts')
    const problem = await removeDemo()
    setRemoving(false)
    if (problem) setFailure(problem)
    else location.reload()
  }
  if (!isInDemo()) return null
  return (
    <section class="demo-banner" aria-label={say('Demo')}>
      <strong>{say('Demo')}</strong>
      <span>{say('You are looking at made-up data, not at your own.')}</span>
      <button
        type="button"
        class="button"
        onClick={() => {
          leaveDemo()
          location.reload()
        }}
      >
        {say('Back to your data')}
      </button>
      <button
        type="button"
        class="button"
        disabled={isRemoving}
        onClick={() => remove().catch(reportError)}
      >
        {say('Remove the demo')}
      </button>
      {failure && <FailureNote failure={failure} />}
    </section>
  )
}
