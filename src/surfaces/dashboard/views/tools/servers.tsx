import { useState } from 'preact/hooks'
import type { OutputOf } from '../../api/operations.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { count, counted } from '../../parts/numbers.ts'
import { Approval } from './approval.tsx'

type Server = OutputOf<'gateway.list'>['servers'][number]

/** The upstreams and how they are; one with something to approve can be opened. */
export function Servers({
  servers,
  onChange,
}: {
  servers: readonly Server[]
  onChange: () => void
}) {
  const [open, setOpen] = useState<string>()
  if (servers.length === 0) return null
  return (
    <section class="panel" aria-label="Servers">
      <ul class="servers">
        {servers.map((server) => (
          <li key={server.server}>
            <i class="dot" data-state={dotOf(server)} />
            <strong class="one-line">
              <ForeignText text={server.server} most={40} />
            </strong>
            <span class="soft">
              {server.transport}, {server.state}
            </span>
            <span class="number soft">{counted(server.tools, 'tool')}</span>
            <span class="server-notes">
              {server.isQuarantined && <span class="tag tag-warn">quarantined</span>}
              {server.problem && (
                <span class="tag tag-bad">
                  <ForeignText text={server.problem} most={160} />
                </span>
              )}
            </span>
            {(server.pending > 0 || server.isQuarantined) && (
              <button
                type="button"
                class="button"
                aria-expanded={open === server.server}
                onClick={() => setOpen(open === server.server ? undefined : server.server)}
              >
                Review {server.pending > 0 ? count(server.pending) : ''}
              </button>
            )}
            {open === server.server && <Approval server={server} onChange={onChange} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function dotOf({ state, isQuarantined }: Server): string {
  if (state === 'failed') return 'fault'
  return state === 'running' && !isQuarantined ? 'fine' : 'resting'
}
