import { useState } from 'preact/hooks'
import { heard, say } from '../../locale/say.ts'
import { day, hour } from '../../parts/numbers.ts'
import { ticksTo } from '../../parts/ticks.ts'
import type { Metric } from './metrics.ts'
import type { Slots } from './period.ts'

const height = 148
const top = 8
const bottom = 18
const left = 52

interface TimeChartProps {
  readonly slots: Slots
  readonly metric: Metric
  readonly series: readonly { readonly kind: string; readonly values: readonly number[] }[]
  readonly width: number
}

/** A metric over time, stacked by sieve: plain SVG, so that it scales, prints and can be read aloud. Losses hang below the line. */
export function TimeChart({ slots, metric, series, width }: TimeChartProps) {
  const [at, setAt] = useState<number>()
  const sums = slots.starts.map((_, slot) => sumAt(series, slot))
  const gains = ticksTo(Math.max(...sums, 0))
  const losses = Math.min(0, ...sums) === 0 ? [] : ticksTo(-Math.min(...sums)).slice(1)
  const most = gains.at(-1) ?? 1
  const least = -(losses.at(-1) ?? 0)
  const y = (value: number): number =>
    top + ((height - top - bottom) * (most - value)) / (most - least || 1)
  const step = (width - left) / slots.starts.length
  const whole = metric.over ? average(sums) : sums.reduce((all, one) => all + one, 0)
  const every = Math.ceil(slots.starts.length / Math.max(2, Math.floor((width - left) / 90)))
  return (
    <figure>
      <figcaption class="chart-caption soft">
        {at === undefined
          ? inParts(metric.say(whole), metric, metric.over ? [] : totalsOf(series))
          : describe(slots, series, metric, at)}
      </figcaption>
      <svg
        class="chart"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${slots.unit === 'day' ? say('{} by day', metric.label) : say('{} by hour', metric.label)}: ${metric.say(whole)}`}
        onMouseMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          const slot = Math.floor((event.clientX - box.left - left) / step)
          setAt(slot >= 0 && slot < slots.starts.length ? slot : undefined)
        }}
        onMouseLeave={() => setAt(undefined)}
      >
        {[...gains, ...losses.map((loss) => -loss)].map((value) => (
          <g key={value}>
            <line class="grid" x1={left} x2={width} y1={y(value)} y2={y(value)} />
            <text x={left - 6} y={y(value) + 4} text-anchor="end">
              {metric.short(value)}
            </text>
          </g>
        ))}
        {slots.starts.map((start, slot) => (
          <g key={start} class={slot === at ? 'chosen' : undefined}>
            <rect
              class="slot"
              x={left + slot * step}
              y={top}
              width={step}
              height={height - top - bottom}
            />
            {stack(series, slot).map(({ kind, from, to }) => (
              <rect
                key={kind}
                data-kind={kind}
                x={left + slot * step + step * 0.15}
                width={Math.max(1, step * 0.7)}
                y={Math.min(y(from), y(to))}
                height={Math.abs(y(from) - y(to))}
              />
            ))}
            {slot % every === 0 && (
              <text x={left + slot * step + step / 2} y={height - 4} text-anchor="middle">
                {labelOf(slots, start)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  )
}

function sumAt(series: TimeChartProps['series'], slot: number): number {
  return series.reduce((sum, { values }) => sum + (values[slot] ?? 0), 0)
}

function average(values: readonly number[]): number {
  const some = values.filter((value) => value !== 0)
  return some.length === 0 ? 0 : some.reduce((sum, value) => sum + value, 0) / some.length
}

function describe(
  slots: Slots,
  series: TimeChartProps['series'],
  metric: Metric,
  slot: number,
): string {
  const parts = series.map(({ kind, values }) => ({ kind, value: values[slot] ?? 0 }))
  const sum = inParts(metric.say(sumAt(series, slot)), metric, parts)
  return `${labelOf(slots, slots.starts[slot] ?? 0)}: ${sum}`
}

type Parts = readonly { readonly kind: string; readonly value: number }[]

function totalsOf(series: TimeChartProps['series']): Parts {
  return series.map(({ kind, values }) => ({
    kind,
    value: values.reduce((sum, value) => sum + value, 0),
  }))
}

/** `$12 without Tamis (spent $10, saved $2)`. */
function inParts(sum: string, metric: Metric, parts: Parts): string {
  const some = parts.filter(({ value }) => value !== 0)
  if (some.length < 2) return sum
  return `${sum} (${some.map(({ kind, value }) => `${heard(kind)} ${metric.short(value)}`).join(', ')})`
}

/** Gains stand on the line, losses hang from it. */
function stack(series: TimeChartProps['series'], slot: number) {
  let above = 0
  let below = 0
  return series.map(({ kind, values }) => {
    const value = values[slot] ?? 0
    const from = value < 0 ? below : above
    if (value < 0) below += value
    else above += value
    return { kind, from, to: from + value }
  })
}

function labelOf({ unit }: Slots, start: number): string {
  return unit === 'day' ? day(start) : hour(start)
}
