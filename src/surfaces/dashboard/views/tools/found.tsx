import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { heard, say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { duration } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { linkTo } from '../../shell/router.ts'
import { AgentsView } from './agents-view.tsx'

type Signals = OutputOf<'discover.explain'>['scores'][number]['signals']

const parts: readonly { readonly part: keyof Signals; readonly title: string }[] = [
  { part: 'words', title: say('words') },
  { part: 'server', title: say('server') },
  { part: 'meaning', title: say('meaning') },
  { part: 'learned', title: say('past runs') },
]

/** What is less likely would be shown as 0.00. */
const leastShown = 0.005

/** What an intent finds, each with the signals its score is made of. */
export function Found({ intent, open }: { intent: string; open: string }) {
  const found = useCall('discover', { intent, limit: 20 })
  const explained = useCall('discover.explain', { intent, limit: 40 })
  const signals = new Map(explained.value?.scores.map((one) => [one.id, one.signals]))
  if (found.failure) return <FailureNote failure={found.failure} retry={found.reload} />
  const { meta } = found.value ?? {}
  const results = (found.value?.results ?? []).filter(({ score }) => score >= leastShown)
  return (
    <section class="panel tools-list" aria-label={say('Found')}>
      <div class="panel-head">
        <h2>{meta ? say('{} found', results.length) : say('Searching')}</h2>
        {meta?.missing?.map((leg) => (
          <span class="tag tag-warn" key={leg}>
            {say('without {}', heard(leg))}
          </span>
        ))}
        {meta && <span class="soft">{duration(meta.searchTimeMs)}</span>}
      </div>
      <AgentsView intent={intent} />
      <ol class="found">
        {results.map((result) => (
          <li key={result.id}>
            <a
              class="list-line found-line"
              href={linkTo('tools', result.id)}
              aria-current={result.id === open ? 'true' : undefined}
            >
              <strong class="number">{result.score.toFixed(2)}</strong>
              <span class="one-line mono">
                <ForeignText text={result.id} most={100} />
              </span>
              <SignalBar score={result.score} signals={signals.get(result.id)} />
              <span class="soft found-intent">
                <ForeignText text={result.because ?? result.note ?? result.intent} most={200} />
              </span>
            </a>
          </li>
        ))}
      </ol>
      <p class="legend panel-body">
        {parts.map(({ part, title }) => (
          <span key={part}>
            <i class="swatch" data-signal={part} /> {title}
          </span>
        ))}
      </p>
    </section>
  )
}

/** As long as the score, in the shares of its signals. */
function SignalBar({ score, signals }: { score: number; signals: Signals | undefined }) {
  if (!signals) return <span />
  const sum = parts.reduce((all, { part }) => all + Math.max(0, signals[part]), 0)
  let from = 0
  const title = parts.map((one) => `${one.title} ${signals[one.part].toFixed(2)}`).join(', ')
  return (
    <svg
      class="signals"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      role="img"
      aria-label={title}
    >
      <title>{title}</title>
      {parts.map(({ part }) => {
        const width = sum > 0 ? (100 * score * Math.max(0, signals[part])) / sum : 0
        const x = from
        from += width
        return <rect key={part} data-signal={part} x={x} width={width} height="6" />
      })}
    </svg>
  )
}
