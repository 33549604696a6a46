import { useState } from 'preact/hooks'
import type { OutputOf } from '../../api/operations.ts'
import { say } from '../../locale/say.ts'
import { count } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { AddServer } from './add-server.tsx'
import { Approval } from './approval.tsx'
import { ImportServers } from './import-servers.tsx'
import { ServerConsole } from './server-console.tsx'

export type Server = OutputOf<'gateway.list'>['servers'][number]

type Opened = { readonly server: string; readonly what: 'review' | 'console' } | undefined
type Adding = 'address' | 'import' | undefined

interface ServersProps {
  readonly servers: readonly Server[]
  /** How often tools of a server were run, by its name. */
  readonly calls: ReadonlyMap<string, number>
  readonly onChange: () => void
}

/** The upstreams and how they are: each opens for approval, or to be looked after. */
export function Servers({ servers, calls, onChange }: ServersProps) {
  const [open, setOpen] = useState<Opened>()
  const [adding, setAdding] = useState<Adding>(servers.length === 0 ? 'import' : undefined)
  const turn = (next: Adding): void => setAdding(adding === next ? undefined : next)
  return (
    <section class="panel" aria-label={say('Servers')}>
      <div class="panel-head">
        <h2>{say('{} server|{} servers', servers.length)}</h2>
        <span class="server-actions">
          <button
            type="button"
            class="button"
            aria-expanded={adding === 'address'}
            onClick={() => turn('address')}
          >
            {say('Add a server')}
          </button>
          <button
            type="button"
            class="button"
            aria-expanded={adding === 'import'}
            onClick={() => turn('import')}
          >
            {say('Import')}
          </button>
        </span>
      </div>
      {adding === 'address' && <AddServer onDone={onChange} />}
      {adding === 'import' && <ImportServers onDone={onChange} />}
      <ul class="servers">
        {servers.map((server) => (
          <ServerLine
            key={server.server}
            server={server}
            calls={calls.get(server.server) ?? 0}
            open={open?.server === server.server ? open.what : undefined}
            onOpen={(what) => setOpen(what && { server: server.server, what })}
            onChange={onChange}
          />
        ))}
      </ul>
    </section>
  )
}

interface ServerLineProps {
  readonly server: Server
  readonly calls: number
  readonly open: 'review' | 'console' | undefined
  readonly onOpen: (what: 'review' | 'console' | undefined) => void
  readonly onChange: () => void
}

function ServerLine({ server, calls, open, onOpen, onChange }: ServerLineProps) {
  const turn = (what: 'review' | 'console'): void => onOpen(open === what ? undefined : what)
  return (
    <li>
      <i class="dot" data-state={dotOf(server)} />
      <strong class="one-line">
        <ForeignText text={server.server} most={40} />
      </strong>
      <span class="soft">
        {server.transport}, {stateName(server.state)}
      </span>
      <span class="number soft">{say('{} tool|{} tools', server.tools)}</span>
      <span class="number soft server-calls">{say('{} call|{} calls', calls)}</span>
      <span class="server-notes">
        {server.isQuarantined && <span class="tag tag-warn">{say('quarantined')}</span>}
        {server.problem && (
          <span class="tag tag-bad">
            <ForeignText text={server.problem} most={160} />
          </span>
        )}
      </span>
      <span class="server-actions">
        {(server.pending > 0 || server.isQuarantined) && (
          <button
            type="button"
            class="button"
            aria-expanded={open === 'review'}
            onClick={() => turn('review')}
          >
            {say('Review {}', server.pending > 0 ? count(server.pending) : '')}
          </button>
        )}
        {server.transport !== 'registered' && (
          <button
            type="button"
            class="button"
            aria-expanded={open === 'console'}
            aria-label={say('Manage {}', server.server.slice(0, 60))}
            onClick={() => turn('console')}
          >
            {say('Manage')}
          </button>
        )}
      </span>
      {open === 'review' && <Approval server={server} onChange={onChange} />}
      {open === 'console' && <ServerConsole server={server} onChange={onChange} />}
    </li>
  )
}

function stateName(state: Server['state']): string {
  return {
    stopped: say('resting'),
    starting: say('starting'),
    running: say('running'),
    failed: say('failed'),
  }[state]
}

function dotOf({ state, isQuarantined }: Server): string {
  if (state === 'failed') return 'fault'
  return state === 'running' && !isQuarantined ? 'fine' : 'resting'
}
