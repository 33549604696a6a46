import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { TwiceButton } from '../../parts/controls/twice-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { LongText } from '../../parts/text/long-text.tsx'
import { PolicyTable } from './policy-table.tsx'
import type { Server } from './servers.tsx'

/** One upstream: restart it, log in, read its log, see what policy says of its tools, take it out. */
export function ServerConsole({ server, onChange }: { server: Server; onChange: () => void }) {
  const name = server.server
  const log = useCall('gateway.log', { server: name })
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const attempt = async (work: () => Promise<Failure | string>): Promise<void> => {
    setBusy(true)
    const result = await work()
    setBusy(false)
    setFailure(typeof result === 'string' ? undefined : result)
    setSaid(typeof result === 'string' ? result : '')
    log.reload()
    onChange()
  }
  const restart = async (): Promise<Failure | string> => {
    const outcome = await call('gateway.restart', { server: name })
    return outcome.kind === 'failed' ? outcome.failure : say('Restarted.')
  }
  const remove = async (): Promise<void> => {
    const outcome = await call('gateway.remove', { server: name })
    if (outcome.kind === 'failed') setFailure(outcome.failure)
    else onChange()
  }
  const logOut = async (): Promise<Failure | string> => {
    const outcome = await call('gateway.logout', { server: name })
    if (outcome.kind === 'failed') return outcome.failure
    return outcome.value.removed ? say('Logged out.') : say('It was not logged in.')
  }
  return (
    <div class="server-console">
      <div class="server-actions">
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() => attempt(restart).catch(reportError)}
        >
          {isBusy ? say('Restarting …') : say('Restart')}
        </button>
        {server.transport === 'http' && (
          <>
            <button
              type="button"
              class="button"
              onClick={() => attempt(() => logIn(name)).catch(reportError)}
            >
              {say('Log in')}
            </button>
            <button type="button" class="button" onClick={() => attempt(logOut).catch(reportError)}>
              {say('Log out')}
            </button>
          </>
        )}
        <TwiceButton
          label={say('Remove')}
          sure={say('Remove it from tamis.toml')}
          onSure={() => remove().catch(reportError)}
        />
      </div>
      {failure && <FailureNote failure={failure} />}
      <p class="soft" role="status">
        {said}
      </p>
      <PolicyTable server={name} />
      {server.transport === 'stdio' && (
        <section aria-label={say('Log of {}', name)}>
          <h3>{say('Log')}</h3>
          {log.failure && <FailureNote failure={log.failure} />}
          {log.value && log.value.lines.length === 0 && (
            <p class="soft">{say('It has written nothing since the daemon started.')}</p>
          )}
          {log.value && log.value.lines.length > 0 && (
            <LongText text={log.value.lines.join('\n')} />
          )}
        </section>
      )}
    </div>
  )
}

/** Leaves for the login page of the server; it comes back to this page, which finishes the login. */
async function logIn(server: string): Promise<Failure | string> {
  const isHere = location.hostname === '127.0.0.1' || location.hostname === 'localhost'
  const begun = await call('gateway.login.begin', {
    server,
    ...(isHere ? { redirect_uri: `http://127.0.0.1:${location.port}/` } : {}),
  })
  if (begun.kind === 'failed') return begun.failure
  if (begun.value.kind === 'device')
    return say('Open {} and enter {}', begun.value.url, begun.value.code)
  location.href = begun.value.url
  return say('Opening the login page …')
}
