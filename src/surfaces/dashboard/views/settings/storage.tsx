import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { bytes, count, counted } from '../../parts/numbers.ts'

type Target = 'originals' | 'ledger' | 'all'

const targets: readonly { readonly what: Target; readonly label: string; readonly loss: string }[] =
  [
    {
      what: 'originals',
      label: 'Purge originals',
      loss: 'Nothing that was left out so far can be recovered then.',
    },
    { what: 'ledger', label: 'Purge ledger', loss: 'Every row and every total is gone then.' },
    { what: 'all', label: 'Purge both', loss: 'Originals, rows and totals are gone then.' },
  ]

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
    setDone(`Removed ${counted(originals, 'original')} and ${counted(ledger_rows, 'row')}.`)
    usage.reload()
    ledger.reload()
  }
  const problem = failure ?? usage.failure
  const question = targets.find(({ what }) => what === asked)
  return (
    <section class="panel" aria-label="Storage">
      <div class="panel-head">
        <h2>Storage</h2>
      </div>
      <div class="panel-body storage">
        {problem && <FailureNote failure={problem} />}
        <dl class="storage-facts">
          <div>
            <dt class="soft">Originals</dt>
            <dd>{usage.value ? count(usage.value.ids) : ''}</dd>
          </div>
          <div>
            <dt class="soft">Size</dt>
            <dd>{usage.value ? bytes(usage.value.bytes) : ''}</dd>
          </div>
          <div>
            <dt class="soft">Ledger rows</dt>
            <dd>{ledger.value ? count(ledger.value.totals[0]?.entries ?? 0) : ''}</dd>
          </div>
        </dl>
        {question ? (
          <div class="failure" role="alertdialog" aria-label={question.label}>
            <p>{question.loss} Nothing brings them back.</p>
            <p class="storage-actions">
              <button
                type="button"
                class="button button-danger"
                onClick={() => purge(question.what).catch(reportError)}
              >
                Yes, {question.label.toLowerCase()}
              </button>
              <button type="button" class="button" onClick={() => setAsked(undefined)}>
                Keep everything
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
