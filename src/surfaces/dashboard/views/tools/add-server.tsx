import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'

/** Adds an upstream by its address. One that is a command is added in the file, where nobody but its owner writes. */
export function AddServer({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [failure, setFailure] = useState<Failure>()
  const [added, setAdded] = useState('')
  const add = async (): Promise<void> => {
    const outcome = await call('gateway.add', { name: name.trim(), url: url.trim() })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    if (outcome.kind === 'failed') return
    setAdded(say('Added to {}; review it before agents may use it.', outcome.value.file))
    setName('')
    setUrl('')
    // What it offers is known once it was asked.
    await call('gateway.restart', { server: outcome.value.server })
    onDone()
  }
  return (
    <form
      class="panel-body server-form"
      onSubmit={(event) => {
        event.preventDefault()
        add().catch(reportError)
      }}
    >
      <label class="field">
        <span>{say('Name')}</span>
        <input
          class="input"
          value={name}
          required={true}
          placeholder="docs"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{say('Address')}</span>
        <input
          class="input"
          type="url"
          value={url}
          required={true}
          placeholder="https://example.org/mcp"
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button button-main">
        {say('Add')}
      </button>
      <p class="soft server-form-note">
        {say('A server that runs as a command is added in tamis.toml, or with Import.')}
      </p>
      {failure && <FailureNote failure={failure} />}
      <p class="soft" role="status">
        {added}
      </p>
    </form>
  )
}
