import { useState } from 'preact/hooks'
import { currentToken, rememberToken } from '../api/access-token.ts'
import { say, sayWith } from '../locale/say.ts'

/** Asked once a tab when the daemon wants a token. */
export function TokenGate() {
  const [token, setToken] = useState('')
  // One was given, and still the daemon asks.
  const wasRefused = currentToken() !== ''
  const enter = (event: Event): void => {
    event.preventDefault()
    rememberToken(token.trim())
    location.reload()
  }
  return (
    <main class="gate">
      <form class="panel panel-body gate-form" onSubmit={enter}>
        <h1>{say('This daemon asks for a token')}</h1>
        <p class="soft">
          {sayWith(
            'Use one made by {}, or the value of {} where the daemon was started. It stays in this tab and is forgotten when the tab closes.',
            <code>tamis token create</code>,
            <code>TAMIS_TOKEN</code>,
          )}
        </p>
        {wasRefused && (
          <p class="failure" role="alert">
            <strong>{say('That token was refused.')}</strong>{' '}
            {sayWith(
              'It may be mistyped, expired or revoked; {} shows the valid ones.',
              <code>tamis token list</code>,
            )}
          </p>
        )}
        <label class="field">
          <span>{say('Token')}</span>
          <input
            class="input"
            type="password"
            autocomplete="off"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button button-main" disabled={token.trim() === ''}>
          {say('Open the dashboard')}
        </button>
      </form>
    </main>
  )
}
