import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { percent } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'

const kinds = {
  fix: say('what ended a failure'),
  command: say('a corrected command'),
  preference: say('a preference stated twice'),
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
    <section class="panel" aria-label={say('Proposals')}>
      <div class="panel-head">
        <h2>{say('{} proposal|{} proposals', open.length)}</h2>
        <span class="soft">{say('from saved sessions; kept only when you accept')}</span>
      </div>
      {failure && <FailureNote failure={failure} />}
      <ul class="proposals">
        {open.map(({ id, kind, text, confidence, evidence }) => (
          <li key={id}>
            <div>
              <p>
                <ForeignText text={text} most={400} />
              </p>
              <p class="soft">{say('{}, {} confident', kinds[kind], percent(confidence, 1))}</p>
              <details>
                <summary>
                  {say('{} piece of evidence|{} pieces of evidence', evidence.length)}
                </summary>
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
              {say('Accept')}
            </button>
            <button
              type="button"
              class="button"
              onClick={() => decide('memory.dismiss', id).catch(reportError)}
            >
              {say('Dismiss')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
