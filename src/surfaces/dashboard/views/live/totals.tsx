import type { ComponentChildren } from 'preact'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { compact, count, money, percent } from '../../parts/numbers.ts'
import { linkWith } from '../../shell/router.ts'
import { notShown, type Period, saved } from './period.ts'
import type { Summary } from './use-summary.ts'

const empty = {
  entries: 0,
  before: 0,
  after: 0,
  usd: 0,
  spent: 0,
  unpriced: 0,
  outdated: 0,
  read: 0,
  proxied: 0,
  failed: 0,
  searches: 0,
  notShown: 0,
}

/** What a period comes to; each sum leads to the rows behind it. */
export function Totals({ summary, period }: { summary: Summary | undefined; period: Period }) {
  const config = useCall('config.show', {})
  const price = config.value?.settings.find(({ key }) => key === 'prune.usd_per_million_tokens')
  const perMillion = typeof price?.value === 'number' ? price.value : 0
  const all = addUp(summary)
  const tokens = all.before - all.after
  const savedUsd = all.usd + (all.unpriced * perMillion) / 1e6
  const isKnown = summary !== undefined
  const conversations = `#/conversations?period=${period === 'today' ? '1' : period}`
  return (
    <dl class="totals" aria-label={say('Totals')} aria-busy={!isKnown}>
      <Total
        name={say('Tokens saved')}
        value={isKnown ? compact(tokens) : '–'}
        unit={percent(tokens, all.before)}
        href={`${conversations}&sort=freed`}
      >
        {compact(all.before)} → {compact(all.after)}
      </Total>
      <Total
        name={say('Money saved')}
        value={isKnown ? money(savedUsd) : '–'}
        unit={percent(all.usd, all.usd + all.spent)}
        href={`${conversations}&sort=saved`}
      >
        {all.outdated === 0
          ? say('the bill without Tamis, minus the actual bill')
          : say(
              'excluding {} row priced by an older rule|excluding {} rows priced by an older rule',
              all.outdated,
            )}
      </Total>
      <Total
        name={say('Money spent')}
        value={isKnown ? money(all.spent) : '–'}
        href={`${conversations}&sort=spent`}
      >
        {say('what providers billed, by their own token counts')}
      </Total>
      <Total
        name={say('Read from caches')}
        value={isKnown ? percent(all.read, all.proxied) || percent(0, 1) : '–'}
        href={`${conversations}&sort=misses`}
      >
        {say('{} of {} input tokens', compact(all.read), compact(all.proxied))}
      </Total>
      <Total
        name={say('Discovery saved')}
        value={isKnown ? compact(all.notShown) : '–'}
        href={linkWith({ kind: 'discover' })}
      >
        {all.searches === 0
          ? say('no agent has searched for a tool yet')
          : say(
              'tokens of tool definitions, in {} search|tokens of tool definitions, in {} searches',
              all.searches,
            )}
      </Total>
      <Total
        name={say('Entries')}
        value={isKnown ? count(all.entries) : '–'}
        href={linkWith({ kind: undefined })}
      >
        {all.failed === 0 ? say('no sieve failed') : say('{} passed through unsieved', all.failed)}
      </Total>
    </dl>
  )
}

function addUp(summary: Summary | undefined) {
  return (summary?.byKind ?? []).reduce(
    (sum, total) => ({
      entries: sum.entries + total.entries,
      before: sum.before + total.tokens.before,
      after: sum.after + total.tokens.after,
      usd: sum.usd + total.savedUsd,
      spent: sum.spent + total.spentUsd,
      // What passed the proxy has its own bill, which may be a loss.
      unpriced: sum.unpriced + (total.group === 'proxy' ? 0 : saved(total)),
      outdated: sum.outdated + total.outdated,
      read: sum.read + total.cacheTokens.read,
      proxied: sum.proxied + (total.group === 'proxy' ? total.tokens.after : 0),
      failed: sum.failed + total.fallbacks,
      searches: sum.searches + (total.group === 'discover' ? total.entries : 0),
      notShown: sum.notShown + notShown(total),
    }),
    empty,
  )
}

interface TotalProps {
  readonly name: string
  readonly value: string
  readonly unit?: string
  readonly href?: string
  readonly children: ComponentChildren
}

function Total({ name, value, unit, href, children }: TotalProps) {
  return (
    <div class="total">
      <dt>{href ? <a href={href}>{name}</a> : name}</dt>
      <dd>
        {value} {unit && <small>{unit}</small>}
      </dd>
      <dd class="total-note">{children}</dd>
    </div>
  )
}
