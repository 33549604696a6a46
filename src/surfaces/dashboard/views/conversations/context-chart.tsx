import { useState } from 'preact/hooks'
import { say } from '../../locale/say.ts'
import { compact, money } from '../../parts/numbers.ts'
import { ticksTo } from '../../parts/ticks.ts'
import type { Turn } from './turn-line.tsx'

const height = 120
const left = 44
const bottom = 16
const above = 6

/** The context of every turn before and after, with commit points and cache misses. */
export function ContextChart({ turns, width }: { turns: readonly Turn[]; width: number }) {
  const [at, setAt] = useState<number>()
  const shown = turns.filter(({ tokens }) => tokens.before > 0)
  if (shown.length === 0) return null
  const most = Math.max(...shown.map(({ tokens }) => tokens.before))
  const ticks = ticksTo(most)
  const top = ticks.at(-1) ?? most
  const step = (width - left) / shown.length
  const y = (tokens: number): number => above + (height - above - bottom) * (1 - tokens / top)
  const turn = at === undefined ? undefined : shown[at]
  return (
    <figure>
      <figcaption class="chart-caption">
        <h3>{say('Context per request')}</h3>
        <span class="legend">
          <span>
            <i class="swatch swatch-before" /> {say('left out')}
          </span>
          <span>
            <i class="swatch swatch-after" /> {say('sent')}
          </span>
          <span>
            <i class="swatch swatch-commit" /> {say('commit point')}
          </span>
          <span>
            <i class="swatch swatch-miss" /> {say('cache missed')}
          </span>
        </span>
        <span class="soft number">{turn ? describe(turn, (at ?? 0) + 1) : ''}</span>
      </figcaption>
      <svg
        class="chart context"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={say('Context of {} requests, at most {} tokens', shown.length, most)}
        onMouseMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          const found = Math.floor((event.clientX - box.left - left) / step)
          setAt(found >= 0 && found < shown.length ? found : undefined)
        }}
        onMouseLeave={() => setAt(undefined)}
      >
        {ticks.map((value) => (
          <g key={value}>
            <line class="grid" x1={left} x2={width} y1={y(value)} y2={y(value)} />
            <text x={left - 6} y={y(value) + 4} text-anchor="end">
              {compact(value)}
            </text>
          </g>
        ))}
        {shown.map(({ seq, tokens, is_rewritten, cache_miss_reason }, index) => (
          <g key={seq} class={index === at ? 'chosen' : undefined}>
            <rect
              class="bar-before"
              x={left + index * step + step * 0.1}
              width={Math.max(1, step * 0.8)}
              y={y(tokens.before)}
              height={Math.max(0, y(tokens.after) - y(tokens.before))}
            />
            <rect
              class="bar-after"
              x={left + index * step + step * 0.1}
              width={Math.max(1, step * 0.8)}
              y={y(tokens.after)}
              height={Math.max(0, y(0) - y(tokens.after))}
            />
            {(is_rewritten || cache_miss_reason !== null) && (
              <circle
                class={is_rewritten ? 'spark-commit' : 'spark-miss'}
                cx={left + index * step + step / 2}
                cy={height - bottom + 8}
                r="3.5"
              />
            )}
          </g>
        ))}
      </svg>
    </figure>
  )
}

function describe({ tokens, cost_usd: cost, saved_usd: saved }: Turn, number: number): string {
  const sizes = say(
    'Request {}: {} → {} tokens',
    number,
    compact(tokens.before),
    compact(tokens.after),
  )
  if (cost === null) return sizes
  return saved
    ? say('{}, {}, saved {}', sizes, money(cost), money(saved))
    : say('{}, {}', sizes, money(cost))
}
