import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/text/foreign-text.tsx'

/** The servers that agents on this machine are set up with, to take over one by one. */
export function ImportServers({ onDone }: { onDone: () => void }) {
  const found = useCall('gateway.importable', {})
  const [failure, setFailure] = useState<Failure>()
  const take = async (name: string): Promise<void> => {
    const outcome = await call('gateway.import', { names: [name] })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    if (outcome.kind === 'done') await call('gateway.restart', { server: name })
    found.reload()
    onDone()
  }
  const problem = failure ?? found.failure
  const servers = found.value?.servers ?? []
  return (
    <div class="panel-body import-servers">
      {problem && <FailureNote failure={problem} />}
      {found.value && servers.length === 0 && (
        <p class="soft">
          {say('No agent on this machine is set up with MCP servers. Add one by its address.')}
        </p>
      )}
      <ul class="importable">
        {servers.map((server) => (
          <li key={server.name}>
            <strong>
              <ForeignText text={server.name} most={60} />
            </strong>
            <span class="soft">{server.client}</span>
            <span class="soft">
              {server.variables.length > 0 &&
                say('needs {} in the environment', server.variables.join(', '))}
            </span>
            {server.isAdded ? (
              <span class="tag">{say('added')}</span>
            ) : (
              <button
                type="button"
                class="button"
                aria-label={say('Import {}', server.name)}
                onClick={() => take(server.name).catch(reportError)}
              >
                {say('Import')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
