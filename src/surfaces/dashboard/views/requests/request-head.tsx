import { ForeignText } from '../../parts/foreign-text.tsx'
import { compact, count, counted, duration, moment, money, percent } from '../../parts/numbers.ts'
import type { Shown } from './request.tsx'

const partNames: Readonly<Record<Shown['bill'][number]['part'], string>> = {
  input: 'Fresh input',
  cache_read: 'Read from cache',
  cache_write: 'Written to cache',
  cache_write_1h: 'Written to cache for an hour',
  output: 'Answer',
}

/** What a request was, took and cost. */
export function RequestHead({ request, back }: { request: Shown; back: string }) {
  const { account } = request
  const text = (name: string): string => String(account?.details[name] ?? '')
  return (
    <div class="request-head">
      <div class="panel-head">
        <a class="button button-quiet back" href={back}>
          ← Back
        </a>
        <h2 class="one-line">
          <ForeignText text={request.model || request.format} most={80} />
        </h2>
        <span class="soft one-line">
          {moment(request.at)}, {counted(request.messages.length, 'message')},{' '}
          {request.status === 0 ? 'not answered' : `answered ${request.status}`}
          {text('agent') && ` to ${text('agent')}`}
        </span>
        {account?.warnings.map((warning) => (
          <span class="tag tag-warn" key={warning}>
            <ForeignText text={warning} most={40} />
          </span>
        ))}
      </div>
      {account && <Cost request={request} account={account} miss={text('cache_miss_reason')} />}
    </div>
  )
}

interface CostProps {
  readonly request: Shown
  readonly account: NonNullable<Shown['account']>
  readonly miss: string
}

function Cost({ request, account, miss }: CostProps) {
  const { tokens, details, duration_ms } = account
  const cost = numberOf(details.cost_usd)
  const saved = numberOf(details.saved_usd)
  const added = numberOf(details.added_ms)
  return (
    <div class="request-cost">
      <dl class="facts">
        <div>
          <dt>Input tokens</dt>
          <dd>
            {compact(tokens.after)} <small>{compact(tokens.before)} without Tamis</small>
          </dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd>
            {cost === undefined ? 'unknown' : money(cost)}
            {saved !== undefined && saved !== 0 && (
              <small class={saved < 0 ? 'loss' : 'gain'}>
                {' '}
                {saved < 0 ? `${money(-saved)} dearer` : `${money(saved)} saved`}
              </small>
            )}
          </dd>
        </div>
        <div>
          <dt>Took</dt>
          <dd>
            {duration(duration_ms)}
            {added !== undefined && <small> {duration(added)} of it ours</small>}
          </dd>
        </div>
        <div>
          <dt>Cache</dt>
          <dd>
            {miss === '' ? (
              cacheSays(request.bill, tokens.after)
            ) : (
              <ForeignText text={miss} most={60} />
            )}
          </dd>
        </div>
      </dl>
      {request.bill.length > 0 && (
        <details class="bill">
          <summary>Price of each part</summary>
          <table class="table">
            <thead>
              <tr>
                <th>Part</th>
                <th class="number">Tokens</th>
                <th class="number">$ per million</th>
                <th class="number">Cost</th>
              </tr>
            </thead>
            <tbody>
              {request.bill.map(({ part, tokens: used, usd_per_million: price, usd }) => (
                <tr key={part}>
                  <td>{partNames[part]}</td>
                  <td class="number">{count(used)}</td>
                  <td class="number">{price}</td>
                  <td class="number">{money(usd)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  )
}

function cacheSays(bill: Shown['bill'], sent: number): string {
  const read = bill.find(({ part }) => part === 'cache_read')?.tokens ?? 0
  return read > 0 ? `${percent(read, sent)} read` : 'nothing read'
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
