import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { count, day, percent } from '../../parts/numbers.ts'

/** Whether what was learned once serves again. */
export function Compounding() {
  const { value, failure } = useCall('memory.analyze', {})
  if (failure) return <FailureNote failure={failure} />
  if (!value) return <section class="panel" aria-busy="true" aria-label={say('Compounding')} />
  const { metrics } = value
  const most = Math.max(1, ...metrics.weeks.map(({ injections }) => injections))
  const facts: readonly (readonly [string, string])[] = [
    [say('Reused at least once'), percent(metrics.reuseRate, 1) || percent(0, 1)],
    [
      say('Injections'),
      say('{} into {}', metrics.injections, say('{} story|{} stories', metrics.stories)),
    ],
    [
      say('Passed after injection'),
      metrics.passedShare === undefined ? say('no outcome yet') : percent(metrics.passedShare, 1),
    ],
    [say('Promotions, evictions'), `${metrics.promotions}, ${metrics.evictions}`],
    [say('Days to first reuse'), metrics.daysToFirstReuse?.toFixed(1) ?? say('none yet')],
  ]
  return (
    <section class="panel" aria-label={say('Compounding')}>
      <div class="panel-head">
        <h2>{say('Compounding')}</h2>
      </div>
      <div class="panel-body memory-facts">
        <dl>
          {facts.map(([name, fact]) => (
            <div key={name}>
              <dt class="soft">{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
        <figure>
          <figcaption class="soft">{say('Injections per week')}</figcaption>
          <ol class="weeks">
            {metrics.weeks.map(({ week, injections }) => (
              <li key={week}>
                <span class="soft">{day(Date.parse(`${week}T12:00`))}</span>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(100 * injections) / most} height="8" />
                </svg>
                <span class="number">{count(injections)}</span>
              </li>
            ))}
          </ol>
        </figure>
      </div>
    </section>
  )
}
