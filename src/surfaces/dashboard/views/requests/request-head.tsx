import { heard, say } from '../../locale/say.ts'
import { agentName } from '../../parts/agent-name.ts'
import { CopyButton } from '../../parts/controls/copy-button.tsx'
import { focusIfOpened } from '../../parts/keyboard/focus-on.ts'
import { compact, count, duration, moment, money, percent } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { asCurl } from './as-curl.ts'
import { LeftOut } from './left-out.tsx'
import type { Shown } from './request.tsx'

const partNames: Readonly<Record<Shown['bill'][number]['part'], string>> = {
  input: say('Fresh input'),
  cache_read: say('Read from cache'),
  cache_write: say('Written to cache'),
  cache_write_1h: say('Written to cache for an hour'),
  output: say('Answer'),
}

/** What a request was, took and cost. */
export function RequestHead({ request, back }: { request: Shown; back: string }) {
  const { account } = request
  const text = (name: string): string => String(account?.details[name] ?? '')
  return (
    <div class="request-head">
      <div class="panel-head">
        <a class="button button-quiet back" href={back} ref={focusIfOpened}>
          {say('← Back')}
        </a>
        <h2 class="one-line">
          <ForeignText text={request.model || request.format} most={80} />
        </h2>
        <span class="soft one-line">
          {moment(request.at)}, {say('{} message|{} messages', request.messages.length)},{' '}
          {request.status === 0 ? say('not answered') : say('answered {}', String(request.status))}
          {text('agent') && `, ${agentName(text('agent'))}`}
        </span>
        {account?.warnings.map((warning) => (
          <span class="tag tag-warn" key={warning}>
            <ForeignText text={heard(warning)} most={40} />
          </span>
        ))}
        <CopyButton text={asCurl(request, location.origin)} label={say('Copy as curl')} />
      </div>
      {account && <Cost request={request} account={account} miss={text('cache_miss_reason')} />}
      <LeftOut request={request} />
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
          <dt>{say('Input tokens')}</dt>
          <dd>
            {compact(tokens.after)} <small>{say('{} without Tamis', compact(tokens.before))}</small>
            {reckoned(account).map((note) => (
              <small class="note" key={note}>
                {note}
              </small>
            ))}
          </dd>
        </div>
        <div>
          <dt>{say('Cost')}</dt>
          <dd>
            {cost === undefined ? say('unknown') : money(cost)}
            {details.price === 'estimate' && <small> {say('price estimated')}</small>}
            {saved !== undefined && saved !== 0 && (
              <small class={saved < 0 ? 'loss' : 'gain'}>
                {' '}
                {saved < 0 ? say('{} more', money(-saved)) : say('{} saved', money(saved))}
              </small>
            )}
          </dd>
        </div>
        <div>
          <dt>{say('Took')}</dt>
          <dd>
            {duration(duration_ms)}
            {added !== undefined && <small> {say('{} of it Tamis', duration(added))}</small>}
          </dd>
        </div>
        <div>
          <dt>{say('Cache')}</dt>
          <dd>
            {miss === '' ? (
              cacheSays(request.bill, tokens.after)
            ) : (
              <ForeignText text={heard(miss)} most={60} />
            )}{' '}
            <button type="button" class="button button-quiet" onClick={showPrefixEnd}>
              {say('Where the prefix ends')}
            </button>
          </dd>
        </div>
      </dl>
      {request.bill.length > 0 && (
        <details class="bill">
          <summary>{say('Price of each part')}</summary>
          <table class="table">
            <thead>
              <tr>
                <th>{say('Part')}</th>
                <th class="number">{say('Tokens')}</th>
                <th class="number">{say('$ per million')}</th>
                <th class="number">{say('Cost')}</th>
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

function showPrefixEnd(): void {
  document.getElementById('prefix-end')?.scrollIntoView({ block: 'center' })
}

/** How the tokens without Tamis were reckoned, where that is not as usual. */
function reckoned({ tokens, details }: CostProps['account']): readonly string[] {
  const isLearned = tokens.before > tokens.after && details.tokens_counted_by === 'learned'
  return [
    ...(isLearned ? [say('counted at the model’s own rate')] : []),
    ...(details.is_beyond_window === true ? [say('more than the model’s window holds')] : []),
  ]
}

function cacheSays(bill: Shown['bill'], sent: number): string {
  const read = bill.find(({ part }) => part === 'cache_read')?.tokens ?? 0
  return read > 0 ? say('{} read', percent(read, sent)) : say('nothing read')
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
