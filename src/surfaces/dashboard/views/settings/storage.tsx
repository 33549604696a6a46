import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { bytes, count } from '../../parts/numbers.ts'

type Target = 'originals' | 'ledger' | 'all'

const targets = [
  {
    what: 'originals',
    label: say('Purge originals'),
    loss: say('Nothing left out so far can be recovered afterwards. This cannot be undone.'),
    sure: say('Yes, purge originals'),
  },
  {
    what: 'ledger',
    label: say('Purge ledger'),
    loss: say('Every row and every total will be gone. This cannot be undone.'),
    sure: say('Yes, purge ledger'),
  },
  {
    what: 'all',
    label: say('Purge both'),
    loss: say('Originals, rows and totals will be gone. This cannot be undone.'),
    sure: say('Yes, purge both'),
  },
] as const

/** What the store holds, and the way to empty it: always asked twice. */
export function Storage() {
  const usage = useCall('store.usage', {})
  const ledger = useCall('ledger.sum', { by: 'all' })
  const [asked, setAsked] = useState<Target>()
  const [failure, setFailure] = useState<Failure>()
  const [done, setDone] = useState('')
  const purge = async (what: Target): Promise<void> => {
    setAsked(undefined)
    const outcome = await call('store.purge', { what })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    if (outcome.kind === 'failed') return
    const { originals, ledger_rows } = outcome.value
    setDone(
      say(
        'Removed {} and {}.',
        say('{} original|{} originals', originals),
        say('{} row|{} rows', ledger_rows),
      ),
    )
    usage.reload()
    ledger.reload()
  }
  const problem = failure ?? usage.failure
  const question = targets.find(({ what }) => what === asked)
  return (
    <section class="panel" aria-label={say('Storage')}>
      <div class="panel-head">
        <h2>{say('Storage')}</h2>
      </div>
      <div class="panel-body storage">
        {problem && <FailureNote failure={problem} />}
        <dl class="storage-facts">
          <div>
            <dt class="soft">{say('Originals')}</dt>
            <dd>{usage.value ? count(usage.value.ids) : ''}</dd>
          </div>
          <div>
            <dt class="soft">{say('Size')}</dt>
            <dd>{usage.value ? bytes(usage.value.bytes) : ''}</dd>
          </div>
          <div>
            <dt class="soft">{say('Ledger rows')}</dt>
            <dd>{ledger.value ? count(ledger.value.totals[0]?.entries ?? 0) : ''}</dd>
          </div>
        </dl>
        {question ? (
          <div class="failure" role="alertdialog" aria-label={question.label}>
            <p>{question.loss}</p>
            <p class="storage-actions">
              <button
                type="button"
                class="button button-danger"
                onClick={() => purge(question.what).catch(reportError)}
              >
                {question.sure}
              </button>
              <button type="button" class="button" onClick={() => setAsked(undefined)}>
                {say('Keep everything')}
              </button>
            </p>
          </div>
        ) : (
          <p class="storage-actions">
            {targets.map(({ what, label }) => (
              <button type="button" class="button" key={what} onClick={() => setAsked(what)}>
                {label}
              </button>
            ))}
          </p>
        )}
        <p class="soft" role="status">
          {done}
        </p>
      </div>
    </section>
  )
}
