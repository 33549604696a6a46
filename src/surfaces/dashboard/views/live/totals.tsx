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
  const prunedUsd = (all.unpriced * perMillion) / 1e6
  const isKnown = summary !== undefined
  const conversations = `#/conversations?period=${period === 'today' ? '1' : period}`
  return (
    <dl class="totals" aria-label={say('Totals')} aria-busy={!isKnown}>
      <Total
        name={say('Money spent')}
        value={isKnown ? money(all.spent) : '–'}
        href={`${conversations}&sort=spent`}
      >
        {say('what providers billed, by their own token counts')}
      </Total>
      <Total
        name={say('Money saved')}
        value={isKnown ? money(all.usd) : '–'}
        unit={percent(all.usd, all.usd + all.spent)}
        href={`${conversations}&sort=saved`}
      >
        {savedNote(all.outdated, prunedUsd)}
      </Total>
      <Total
        name={say('Tokens saved')}
        value={isKnown ? compact(tokens) : '–'}
        unit={percent(tokens, all.before)}
        href={`${conversations}&sort=freed`}
      >
        {compact(all.before)} → {compact(all.after)}
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
        name={say('Passed unsieved')}
        value={isKnown ? count(all.failed) : '–'}
        href={
          all.failed > 0 ? `${conversations}&warning=sieve_failed` : linkWith({ kind: undefined })
        }
        isWrong={all.failed > 0}
      >
        {all.failed === 0
          ? say('no sieve failed in {} entry|no sieve failed in {} entries', all.entries)
          : say('of {} entries: a sieve failed, so the original was sent', all.entries)}
      </Total>
    </dl>
  )
}

/** What the figure beside it holds: pruned texts are in no bill, so they are reckoned apart. */
function savedNote(outdated: number, prunedUsd: number): string {
  if (outdated > 0)
    return say(
      'excluding {} row priced by an older rule|excluding {} rows priced by an older rule',
      outdated,
    )
  return prunedUsd > 0
    ? say('off the bill; pruned texts would be about {} more', money(prunedUsd))
    : say('the bill without Tamis, minus the actual bill')
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
  /** Somebody should look. */
  readonly isWrong?: boolean
  readonly children: ComponentChildren
}

/** One figure, its name, and what it means; all of it leads to the rows behind it. */
export function Total({ name, value, unit, href, isWrong = false, children }: TotalProps) {
  return (
    <div class="total" data-wrong={isWrong}>
      <dt>{href ? <a href={href}>{name}</a> : name}</dt>
      <dd>
        {value} {unit && <small>{unit}</small>}
      </dd>
      <dd class="total-note">{children}</dd>
    </div>
  )
}
