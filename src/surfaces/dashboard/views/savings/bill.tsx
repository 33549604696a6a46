import { say } from '../../locale/say.ts'
import { money, percent } from '../../parts/numbers.ts'
import type { Report } from './policies.tsx'

const causes: readonly (readonly [keyof Report['spent'], string])[] = [
  ['new_text', say('New text, sent for the first time')],
  ['cache_reads', say('Reading the cache')],
  ['answers', say('Answers')],
  ['lapsed_caches', say('Expired caches')],
  ['prefix_changes', say('Changes to cached text')],
  ['model_changes', say('Changes of model')],
]

/** Less would be written as nothing. */
const smallestShown = 0.00005

/** What the bill was for. */
export function Bill({ report }: { report: Report }) {
  return (
    <section class="panel" aria-label={say('What it was spent on')}>
      <div class="panel-head">
        <h2>{say('What it was spent on')}</h2>
      </div>
      <ul class="causes">
        {causes
          .filter(([cause]) => report.spent[cause] >= smallestShown)
          .map(([cause, says]) => (
            <li key={cause}>
              <span>{says}</span>
              <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect class="track" width="100" height="6" />
                <rect
                  class="fill"
                  width={report.usd > 0 ? (100 * report.spent[cause]) / report.usd : 0}
                  height="6"
                />
              </svg>
              <span class="number">{money(report.spent[cause])}</span>
              <span class="number soft">{percent(report.spent[cause], report.usd)}</span>
            </li>
          ))}
      </ul>
    </section>
  )
}
