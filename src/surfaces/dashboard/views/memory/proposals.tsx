import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { counted, percent } from '../../parts/numbers.ts'

const kinds = {
  fix: 'what ended a failure',
  command: 'a corrected command',
  preference: 'a wish said twice',
} as const

/** What saved sessions showed and nobody has decided about; nothing is remembered unless accepted. */
export function Proposals({ onAccept }: { onAccept: () => void }) {
  const found = useCall('memory.proposals', {})
  const [failure, setFailure] = useState<Failure>()
  const open = found.value?.proposals ?? []
  const decide = async (name: 'memory.accept' | 'memory.dismiss', id: string): Promise<void> => {
    const outcome = await call(name, { ids: [id] })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    found.reload()
    onAccept()
  }
  if (open.length === 0) return null
  return (
    <section class="panel" aria-label="Proposals">
      <div class="panel-head">
        <h2>{counted(open.length, 'proposal')}</h2>
        <span class="soft">from saved sessions; kept only when you accept</span>
      </div>
      {failure && <FailureNote failure={failure} />}
      <ul class="proposals">
        {open.map(({ id, kind, text, confidence, evidence }) => (
          <li key={id}>
            <div>
              <p>
                <ForeignText text={text} most={400} />
              </p>
              <p class="soft">
                {kinds[kind]}, {percent(confidence, 1)} sure
              </p>
              <details>
                <summary>{counted(evidence.length, 'piece')} of evidence</summary>
                <ul>
                  {evidence.map(({ agent, session, quote }) => (
                    <li key={`${session} ${quote}`} class="soft">
                      {agent}: <ForeignText text={quote} most={400} />
                    </li>
                  ))}
                </ul>
              </details>
            </div>
            <button
              type="button"
              class="button button-main"
              onClick={() => decide('memory.accept', id).catch(reportError)}
            >
              Accept
            </button>
            <button
              type="button"
              class="button"
              onClick={() => decide('memory.dismiss', id).catch(reportError)}
            >
              Dismiss
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
