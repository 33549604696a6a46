import { useState } from 'preact/hooks'
import { currentToken, rememberToken } from '../api/access-token.ts'

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
        <h1>This daemon asks for a token</h1>
        <p class="soft">
          It is one that <code>tamis token create</code> made, or the value of{' '}
          <code>TAMIS_TOKEN</code> where the daemon was started. It stays in this tab and is
          forgotten when the tab closes.
        </p>
        {wasRefused && (
          <p class="failure" role="alert">
            <strong>That token was refused.</strong> It may be mistyped, expired or revoked;{' '}
            <code>tamis token list</code> shows those that hold.
          </p>
        )}
        <label class="field">
          <span>Token</span>
          <input
            class="input"
            type="password"
            autocomplete="off"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button button-main" disabled={token.trim() === ''}>
          Open the dashboard
        </button>
      </form>
    </main>
  )
}
