import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { compact, count, money, percent } from '../../parts/numbers.ts'
import { Total } from '../live/totals.tsx'
import { useSummary } from '../live/use-summary.ts'

/** The last 30 days in three figures: what was paid, what was not, and what was wanted back. */
export function SavedSoFar() {
  const { summary } = useSummary('30', 0)
  const regret = useCall('regret', {})
  const proxy = summary?.byKind.find(({ group }) => group === 'proxy')
  const [spent, saved] = [proxy?.spentUsd ?? 0, proxy?.savedUsd ?? 0]
  const tokens = proxy?.tokens ?? { before: 0, after: 0 }
  const link = '#/conversations?period=30'
  return (
    <dl class="totals totals-few" aria-label={say('The last 30 days')} aria-busy={!summary}>
      <Total
        name={say('Saved in 30 days')}
        value={summary ? money(saved) : '–'}
        unit={percent(saved, saved + spent)}
        href={`${link}&sort=saved`}
      >
        {say('{} without Tamis, {} with it', money(spent + saved), money(spent))}
      </Total>
      <Total
        name={say('Left out of requests')}
        value={summary ? percent(tokens.before - tokens.after, tokens.before) || '0%' : '–'}
        href={`${link}&sort=freed`}
      >
        {say(
          '{} of {} input tokens',
          compact(tokens.before - tokens.after),
          compact(tokens.before),
        )}
      </Total>
      <Total name={say('Asked back')} value={regret.value ? count(regret.value.recoveries) : '–'}>
        {say('originals agents wanted after all; each was one call away')}
      </Total>
    </dl>
  )
}
