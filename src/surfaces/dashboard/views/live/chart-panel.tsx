import { heard, say } from '../../locale/say.ts'
import { useWidth } from '../../parts/use-width.ts'
import { setQuery } from '../../shell/router.ts'
import { metrics } from './metrics.ts'
import { TimeChart } from './time-chart.tsx'
import { type Summary, valuesOf } from './use-summary.ts'

/** A chart of the metric that was chosen. */
export function ChartPanel({
  summary,
  metric: name,
}: {
  summary: Summary | undefined
  metric: string
}) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const metric = metrics.find(({ value }) => value === name) ?? metrics[0]
  if (!metric) return null
  const series = summary ? valuesOf(summary, metric) : []
  return (
    <section class="panel chart-panel" aria-label={say('{} over time', metric.label)}>
      <div class="panel-head">
        <select
          class="input chart-choice"
          aria-label={say('What the chart shows')}
          value={metric.value}
          onChange={(event) => setQuery({ metric: event.currentTarget.value })}
        >
          {metrics.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <div class="legend">
          {series.map(({ kind }) => (
            <span key={kind}>
              <i class="swatch" data-kind={kind} />
              {heard(kind)}
            </span>
          ))}
        </div>
      </div>
      <div class="panel-body" ref={ref}>
        {summary && width > 0 ? (
          <TimeChart slots={summary.slots} metric={metric} series={series} width={width - 32} />
        ) : (
          <div class="chart" aria-busy={summary === undefined} />
        )}
      </div>
    </section>
  )
}
