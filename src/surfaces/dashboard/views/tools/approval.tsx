import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'

type Server = OutputOf<'gateway.list'>['servers'][number]

/** What an upstream says now and did not say before; nothing of it counts until a person agrees. */
export function Approval({ server, onChange }: { server: Server; onChange: () => void }) {
  const pending = useCall('gateway.pending', { server: server.server })
  const [failure, setFailure] = useState<Failure>()
  const approve = async (tool?: string): Promise<void> => {
    const outcome = await call('gateway.approve', {
      server: server.server,
      ...(tool === undefined ? {} : { tool }),
    })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    pending.reload()
    onChange()
  }
  const problem = failure ?? pending.failure
  return (
    <div class="approval">
      {problem && <FailureNote failure={problem} />}
      <ul>
        {pending.value?.pending.map(({ id, kind, diff }) => (
          <li key={id}>
            <span class={kind === 'changed' ? 'tag tag-warn' : 'tag tag-accent'}>{kind}</span>
            <strong class="mono">
              <ForeignText text={id} most={120} />
            </strong>
            <button
              type="button"
              class="button"
              onClick={() => approve(nameOf(id, server.server)).catch(reportError)}
            >
              Approve
            </button>
            <pre class="diff foreign">
              <ForeignText text={diff} most={2000} />
            </pre>
          </li>
        ))}
      </ul>
      <button type="button" class="button button-main" onClick={() => approve().catch(reportError)}>
        {server.isQuarantined ? 'Let this server out of quarantine' : 'Approve all'}
      </button>
    </div>
  )
}

/** `tool:fs:read_file` → `read_file`. */
function nameOf(id: string, server: string): string {
  return id.slice(`tool:${server}:`.length)
}
