import type { ComponentChildren } from 'preact'
import { useCall } from '../../api/use-call.ts'
import { compact, count, counted, money, percent } from '../../parts/numbers.ts'
import { saved } from './period.ts'
import type { Summary } from './use-summary.ts'

const empty = {
  entries: 0,
  before: 0,
  after: 0,
  usd: 0,
  unpriced: 0,
  outdated: 0,
  read: 0,
  write: 0,
  failed: 0,
}

/** What a period comes to. */
export function Totals({ summary }: { summary: Summary | undefined }) {
  const config = useCall('config.show', {})
  const all = (summary?.byKind ?? []).reduce(
    (sum, total) => ({
      entries: sum.entries + total.entries,
      before: sum.before + total.tokens.before,
      after: sum.after + total.tokens.after,
      usd: sum.usd + total.savedUsd,
      // What passed the proxy has its own bill, which may be a loss.
      unpriced: sum.unpriced + (total.group === 'proxy' ? 0 : saved(total)),
      outdated: sum.outdated + total.outdated,
      read: sum.read + total.cacheTokens.read,
      write: sum.write + total.cacheTokens.write,
      failed: sum.failed + total.fallbacks,
    }),
    empty,
  )
  const price = config.value?.settings.find(({ key }) => key === 'prune.usd_per_million_tokens')
  const perMillion = typeof price?.value === 'number' ? price.value : 0
  const tokens = all.before - all.after
  return (
    <dl class="totals" aria-label="Totals">
      <Total name="Tokens saved" value={compact(tokens)} unit={percent(tokens, all.before)}>
        {count(all.before)} → {count(all.after)}
      </Total>
      <Total name="Money saved" value={money(all.usd + (all.unpriced * perMillion) / 1e6)}>
        {all.outdated === 0
          ? 'the bill unsieved, minus the bill that came'
          : `without ${counted(all.outdated, 'row')} priced by an older rule`}
      </Total>
      <Total name="Cache reads" value={compact(all.read)} unit="tokens">
        {compact(all.write)} written
      </Total>
      <Total name="Entries" value={count(all.entries)}>
        {counted(summary?.byKind.length ?? 0, 'kind')}
      </Total>
      <Total name="Passed through untouched" value={count(all.failed)}>
        {all.failed === 0 ? 'no sieve failed' : 'see the warnings below'}
      </Total>
    </dl>
  )
}

interface TotalProps {
  readonly name: string
  readonly value: string
  readonly unit?: string
  readonly children: ComponentChildren
}

function Total({ name, value, unit, children }: TotalProps) {
  return (
    <div class="total">
      <dt>{name}</dt>
      <dd>
        {value} {unit && <small>{unit}</small>}
      </dd>
      <dd class="total-note">{children}</dd>
    </div>
  )
}
