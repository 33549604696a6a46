import type { OutputOf } from '../../api/operations.ts'
import { say } from '../../locale/say.ts'
import { duration } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'

type Hop = NonNullable<OutputOf<'knowledge.ask'>['hops']>[number]

const kinds = (): Readonly<Record<Hop['kind'], string>> => ({
  decompose: say('Split the question'),
  retrieve: say('Searched'),
  decide: say('Decided whether to continue'),
  synthesize: say('Wrote the answer'),
})

const limits = (): Readonly<Record<string, string>> => ({
  depth: say('the limit of rounds was reached'),
  pool: say('enough passages were read'),
  unreadable: say('the model gave no readable decision'),
  no_new_chunks: say('nothing new was found'),
})

/** The steps of an answer as a tree: rounds, their steps, and what each asked. */
export function HopTrace({ hops }: { hops: readonly Hop[] }) {
  const rounds = [...Map.groupBy(hops, ({ iter }) => iter)]
  const longest = Math.max(1, ...hops.map(({ duration_ms }) => duration_ms))
  return (
    <details open>
      <summary class="soft">
        {say(
          '{} in {}',
          say('{} step|{} steps', hops.length),
          say('{} round|{} rounds', rounds.length),
        )}
      </summary>
      <ol class="hops" aria-label={say('Hop trace')}>
        {rounds.map(([iter, steps]) => (
          <li key={iter}>
            <strong>{say('Round {}', iter)}</strong>
            <ol>
              {steps.map((hop, at) => (
                <Step key={at} hop={hop} share={hop.duration_ms / longest} />
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </details>
  )
}

function Step({ hop, share }: { hop: Hop; share: number }) {
  const { kind, duration_ms, context_chunks_added, forced_stop, sub_queries } = hop
  return (
    <li>
      <span class="hop-line">
        <span>{kinds()[kind]}</span>
        <svg class="hop-bar" viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden="true">
          <rect width={Math.max(1, 100 * share)} height="5" />
        </svg>
        <span class="soft">
          {duration(duration_ms)}
          {context_chunks_added > 0 &&
            `, ${say('{} new passage|{} new passages', context_chunks_added)}`}
        </span>
      </span>
      {forced_stop && (
        <span class="tag tag-warn">{say('stopped: {}', limits()[forced_stop] ?? forced_stop)}</span>
      )}
      {sub_queries.length > 0 && (
        <ol>
          {sub_queries.map((query) => (
            <li key={query}>
              <ForeignText text={query} most={200} />
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}
