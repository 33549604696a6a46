import { say } from '../locale/say.ts'
import { compact } from './numbers.ts'

/** How much of something stayed, as a bar and in numbers. */
export function BeforeAfter({ before, after }: { before: number; after: number }) {
  const kept = before > 0 ? Math.min(100, (100 * after) / before) : 0
  return (
    <span class="before-after">
      <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect class="left-out" width="100" height="6" />
        <rect class="sent" width={kept} height="6" />
      </svg>
      <span class="sizes">
        {compact(before)} → {compact(after)}
        <span class="visually-hidden">{say('tokens')}</span>
      </span>
    </span>
  )
}
