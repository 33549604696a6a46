import { useCall } from '../../api/use-call.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { count, counted, percent } from '../../parts/numbers.ts'

/** Whether what was learned once serves again. */
export function Compounding() {
  const { value, failure } = useCall('memory.analyze', {})
  if (failure) return <FailureNote failure={failure} />
  if (!value) return <section class="panel" aria-busy="true" aria-label="Compounding" />
  const { metrics } = value
  const most = Math.max(1, ...metrics.weeks.map(({ injections }) => injections))
  const facts: readonly (readonly [string, string])[] = [
    ['Reused at least once', percent(metrics.reuseRate, 1) || '0 %'],
    [
      'Injections',
      `${count(metrics.injections)} into ${counted(metrics.stories, 'story', 'stories')}`,
    ],
    [
      'Passed after injection',
      metrics.passedShare === undefined ? 'no outcome yet' : percent(metrics.passedShare, 1),
    ],
    ['Promotions, evictions', `${metrics.promotions}, ${metrics.evictions}`],
    ['Days to first reuse', metrics.daysToFirstReuse?.toFixed(1) ?? 'none yet'],
  ]
  return (
    <section class="panel" aria-label="Compounding">
      <div class="panel-head">
        <h2>Compounding</h2>
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
          <figcaption class="soft">Injections a week</figcaption>
          <ol class="weeks">
            {metrics.weeks.map(({ week, injections }) => (
              <li key={week}>
                <span class="soft">{week.slice(5)}</span>
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
