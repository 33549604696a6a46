import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'

/** A sentence worth re-reading, in plain words. */
export function RememberForm({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const remember = async (): Promise<void> => {
    const outcome = await call('memory.remember', { text: text.trim() })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    if (outcome.kind === 'failed') return
    setText('')
    onDone()
  }
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') remember().catch(reportError)
      }}
    >
      <input
        class="input"
        aria-label={say('Something worth remembering')}
        placeholder={say('Something worth remembering before the next task')}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="button button-main" disabled={text.trim() === ''}>
        {say('Remember')}
      </button>
      {failure && <FailureNote failure={failure} />}
    </form>
  )
}
