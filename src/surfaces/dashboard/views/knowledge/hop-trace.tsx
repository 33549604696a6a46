import type { OutputOf } from '../../api/operations.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { counted, duration } from '../../parts/numbers.ts'

type Hop = NonNullable<OutputOf<'knowledge.ask'>['hops']>[number]

/** The steps of an answer as a tree: rounds, their steps, and what each asked. */
export function HopTrace({ hops }: { hops: readonly Hop[] }) {
  const rounds = [...Map.groupBy(hops, ({ iter }) => iter)]
  return (
    <details open>
      <summary class="soft">
        {counted(hops.length, 'step')} in {counted(rounds.length, 'round')}
      </summary>
      <ol class="hops" aria-label="Hop trace">
        {rounds.map(([iter, steps]) => (
          <li key={iter}>
            Round {iter}
            <ol>
              {steps.map((hop) => (
                <li key={hop.kind}>
                  <strong>{hop.kind}</strong>{' '}
                  <span class="soft">
                    {duration(hop.duration_ms)}
                    {hop.context_chunks_added > 0 &&
                      `, ${counted(hop.context_chunks_added, 'passage')} added`}
                  </span>{' '}
                  {hop.forced_stop && <span class="tag tag-warn">stopped: {hop.forced_stop}</span>}
                  {hop.sub_queries.length > 0 && (
                    <ol>
                      {hop.sub_queries.map((query) => (
                        <li key={query}>
                          <ForeignText text={query} most={200} />
                        </li>
                      ))}
                    </ol>
                  )}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </details>
  )
}
