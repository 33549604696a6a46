import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Choice } from '../../parts/controls/choice.tsx'
import { TwiceButton } from '../../parts/controls/twice-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/text/foreign-text.tsx'

type Scope = 'read' | 'write' | 'admin'

/** Who may call this daemon: tokens are made here, shown once, and ended with a second click. */
export function Tokens() {
  const tokens = useCall('token.list', {})
  const [failure, setFailure] = useState<Failure>()
  const [made, setMade] = useState('')
  const create = async (name: string, scope: Scope): Promise<void> => {
    const outcome = await call('token.create', { name, scope })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    setMade(outcome.kind === 'done' ? outcome.value.token : '')
    tokens.reload()
  }
  const revoke = async (name: string, namespace: string): Promise<void> => {
    const outcome = await call('token.revoke', { name, namespace })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    tokens.reload()
  }
  const problem = failure ?? tokens.failure
  return (
    <section class="panel" aria-label={say('Tokens')}>
      <div class="panel-head">
        <h2>{say('Tokens')}</h2>
      </div>
      {problem && <FailureNote failure={problem} />}
      {tokens.value?.tokens.length === 0 && (
        <p class="panel-body soft">
          {say('None yet. Programs on this machine need none; create one for others.')}
        </p>
      )}
      <ul class="tokens">
        {tokens.value?.tokens.map((token) => (
          <li key={token.id}>
            <strong>
              <ForeignText text={token.name} most={64} />
            </strong>
            <span class="tag">{token.scope}</span>
            <span class="soft">
              {token.expires_at === undefined
                ? say('never expires')
                : say('expires {}', token.expires_at.slice(0, 10))}
            </span>
            <TwiceButton
              label={say('Revoke')}
              sure={say('Revoke it now')}
              name={token.name}
              onSure={() => revoke(token.name, token.namespace).catch(reportError)}
            />
          </li>
        ))}
      </ul>
      {made !== '' && (
        <div class="panel-body" role="status">
          <p>{say('Copy it now: it will not be shown again.')}</p>
          <CommandLine command={made} />
        </div>
      )}
      <NewToken onCreate={(name, scope) => create(name, scope).catch(reportError)} />
    </section>
  )
}

function NewToken({ onCreate }: { onCreate: (name: string, scope: Scope) => void }) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('write')
  return (
    <form
      class="panel-body new-token"
      onSubmit={(event) => {
        event.preventDefault()
        onCreate(name.trim(), scope)
        setName('')
      }}
    >
      <input
        class="input"
        aria-label={say('Name of the token')}
        placeholder={say('Name, for example laptop')}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <Choice
        label={say('Scope')}
        value={scope}
        options={[
          { value: 'read', label: say('may read') },
          { value: 'write', label: say('may read and write') },
          { value: 'admin', label: say('may change everything') },
        ]}
        onChange={(value) => {
          if (value === 'read' || value === 'write' || value === 'admin') setScope(value)
        }}
      />
      <button type="submit" class="button" disabled={name.trim() === ''}>
        {say('Create token')}
      </button>
    </form>
  )
}
