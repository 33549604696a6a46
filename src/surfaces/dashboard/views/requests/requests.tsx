import { useEffect } from 'preact/hooks'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { useNewRows } from '../../api/use-new-rows.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { compact, moment } from '../../parts/numbers.ts'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { linkTo } from '../../shell/router.ts'
import { Request } from './request.tsx'

type Seen = OutputOf<'requests.list'>['requests'][number]

/** The latest requests, and the one that is open. */
export function Requests({ rest }: { rest: string }) {
  const list = useCall('requests.list', { limit: 500 })
  const turn = useNewRows('proxy')
  useEffect(() => {
    if (turn > 0) list.reload()
  }, [turn, list.reload])
  const requests = list.value?.requests
  const open = rest || requests?.[0]?.id
  if (list.failure)
    return (
      <div class="view">
        <h1>Requests</h1>
        <FailureNote failure={list.failure} retry={list.reload} />
      </div>
    )
  if (requests?.length === 0 && rest === '') return <NoRequests />
  return (
    <div class="view view-fixed request-view">
      <section class="panel request-list" aria-label="Latest requests">
        <div class="panel-head">
          <h1>Requests</h1>
          <span class="soft">{requests?.length ?? ''}</span>
        </div>
        {requests && (
          <VirtualList
            items={requests}
            rowHeight={58}
            keyOf={({ id }) => id}
            row={(request) => <RequestLine request={request} isOpen={request.id === open} />}
            label="Latest requests, newest first"
          />
        )}
      </section>
      {open && <Request id={open} key={open} />}
    </div>
  )
}

function RequestLine({ request, isOpen }: { request: Seen; isOpen: boolean }) {
  const saved = request.chars.before - request.chars.after
  return (
    <a
      class="list-line list-line-even request-line"
      href={linkTo('requests', request.id)}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span class="one-line">
        <ForeignText text={request.model || request.format} most={80} />
      </span>
      <span class="soft">{moment(request.at)}</span>
      <span class="soft one-line">
        {request.masked} masked, {request.pruned} pruned
      </span>
      <span class="number soft">{saved > 0 ? `−${compact(saved)} chars` : 'as it came'}</span>
    </a>
  )
}

function NoRequests() {
  return (
    <div class="view">
      <h1>Requests</h1>
      <section class="panel empty">
        <div>
          <h2>No request has come through yet</h2>
          <p class="soft">
            Point an agent at this daemon. Its latest requests appear here as the provider got them,
            beside what the agent wrote. They are remembered while the daemon runs, and never
            written to disk.
          </p>
        </div>
        <CommandLine command={`ANTHROPIC_BASE_URL=${location.origin} claude`} />
        <CommandLine command={`OPENAI_BASE_URL=${location.origin}/v1 python agent.py`} />
      </section>
    </div>
  )
}
