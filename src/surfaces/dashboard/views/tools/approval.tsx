import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { PendingTool } from './pending-tool.tsx'

type Server = OutputOf<'gateway.list'>['servers'][number]

/** What an upstream says now and did not say before; nothing of it counts until a person has seen it and agrees. */
export function Approval({ server, onChange }: { server: Server; onChange: () => void }) {
  const waiting = useCall('gateway.pending', { server: server.server })
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [failure, setFailure] = useState<Failure>()
  const approve = async (shown: string, tool?: string): Promise<void> => {
    const outcome = await call('gateway.approve', {
      server: server.server,
      shown,
      ...(tool === undefined ? {} : { tool }),
    })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    waiting.reload()
    onChange()
  }
  const problem = failure ?? waiting.failure
  const { pending = [], digest } = waiting.value ?? {}
  const unseen = pending.filter((tool) => !opened.has(tool.digest)).length
  return (
    <div class="approval">
      {problem && <FailureNote failure={problem} />}
      <ul>
        {pending.map((tool) => (
          <PendingTool
            key={tool.digest}
            tool={tool}
            isOpen={pending.length === 1}
            onOpen={() => setOpened((before) => new Set(before).add(tool.digest))}
            onApprove={() => approve(tool.digest, tool.name).catch(reportError)}
          />
        ))}
      </ul>
      <button
        type="button"
        class="button button-main"
        disabled={digest === undefined || unseen > 0}
        onClick={() => digest !== undefined && approve(digest).catch(reportError)}
      >
        {server.isQuarantined ? say('Approve server') : say('Approve all')}
      </button>
      {unseen > 0 && (
        <p class="faint">
          {say(
            'Open the remaining tool to approve all at once.|Open the {} remaining tools to approve all at once.',
            unseen,
          )}
        </p>
      )}
    </div>
  )
}
