import { compact, count, counted } from '../../parts/numbers.ts'
import type { Summary } from './use-summary.ts'

const height = 132
const top = 8
const bottom = 18
const left = 44

/** Tokens saved over time, stacked by sieve: plain SVG, so that it scales, prints and can be read aloud. */
export function SavingsChart({ summary, width }: { summary: Summary; width: number }) {
  const { slots, series } = summary
  const totals = slots.groups.map((_, at) =>
    series.reduce((sum, one) => sum + (one.saved[at] ?? 0), 0),
  )
  const most = niceCeiling(Math.max(1, ...totals))
  const y = (value: number): number => top + (height - top - bottom) * (1 - value / most)
  const slot = (width - left) / slots.groups.length
  const sum = totals.reduce((all, one) => all + one, 0)
  const every = Math.ceil(slots.groups.length / Math.max(2, Math.floor((width - left) / 90)))
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Tokens saved by ${slots.by}: ${count(sum)} in all`}
    >
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <line class="grid" x1={left} x2={width} y1={y(value)} y2={y(value)} />
          <text x={left - 6} y={y(value) + 4} text-anchor="end">
            {compact(value)}
          </text>
        </g>
      ))}
      {slots.groups.map((group, at) => (
        <g key={group}>
          <rect
            class="slot"
            x={left + at * slot}
            y={top}
            width={slot}
            height={height - top - bottom}
          />
          <title>{`${labelOf(group)}: ${counted(totals[at] ?? 0, 'token')} saved`}</title>
          {stack(series, at).map(({ kind, from, to }) => (
            <rect
              key={kind}
              data-kind={kind}
              x={left + at * slot + slot * 0.15}
              width={Math.max(1, slot * 0.7)}
              y={y(to)}
              height={Math.max(0, y(from) - y(to))}
            />
          ))}
          {at % every === 0 && (
            <text x={left + at * slot + slot / 2} y={height - 4} text-anchor="middle">
              {labelOf(group)}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

function stack(series: Summary['series'], at: number) {
  let from = 0
  return series.map(({ kind, saved }) => {
    const to = from + (saved[at] ?? 0)
    const part = { kind, from, to }
    from = to
    return part
  })
}

/** `2026-11-16` → `Nov 16`; `2026-11-16T09` → the hour it was here. */
function labelOf(group: string): string {
  if (group.length === 10)
    return new Date(`${group}T00:00Z`).toLocaleDateString('en', {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    })
  return new Date(`${group}:00Z`).toLocaleTimeString('en', {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
}

function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((step) => step >= value) ?? value
}
