import { say } from '../../locale/say.ts'
import type { Conversation } from './narrow.ts'

const width = 120
const height = 28

/** The context per turn: what would have been sent, what was, and where something happened. */
export function SparkLine({ context }: { context: Conversation['context'] }) {
  const most = Math.max(1, ...context.map(({ before }) => before))
  const x = (at: number): number =>
    context.length < 2 ? width / 2 : 2 + (at * (width - 4)) / (context.length - 1)
  const y = (tokens: number): number => height - 2 - ((height - 5) * tokens) / most
  const area = (of: (point: Conversation['context'][number]) => number): string =>
    [
      `M${x(0)},${height - 2}`,
      ...context.map((point, at) => `L${x(at).toFixed(1)},${y(of(point)).toFixed(1)}`),
      `L${x(context.length - 1)},${height - 2}Z`,
    ].join('')
  const last = context.at(-1)
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMid"
      role="img"
      aria-label={say('Context: {} tokens before, {} sent', last?.before ?? 0, last?.after ?? 0)}
    >
      {context.length > 0 && (
        <>
          <path class="spark-before" d={area(({ before }) => before)} />
          <path class="spark-after" d={area(({ after }) => after)} />
        </>
      )}
      {context.map(
        (point, at) =>
          (point.is_rewritten || point.is_cache_miss) && (
            <circle
              key={at}
              class={point.is_rewritten ? 'spark-commit' : 'spark-miss'}
              cx={x(at)}
              cy={y(point.after)}
              r="2.4"
            />
          ),
      )}
    </svg>
  )
}
