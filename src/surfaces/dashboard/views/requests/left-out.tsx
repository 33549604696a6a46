import { say } from '../../locale/say.ts'
import { aboutTokens } from '../../parts/numbers.ts'
import { type Omission, reasonOf } from './omitted.tsx'
import type { Shown } from './request.tsx'

/** What the model was not shown, by reason, the largest first. */
export function LeftOut({ request }: { request: Shown }) {
  const omissions = request.messages
    .flatMap(({ parts }) => parts)
    .flatMap(({ omission }) => omission ?? [])
  if (omissions.length === 0) return null
  const groups = [...Map.groupBy(omissions, reasonOf)]
    .map(([reason, members]) => ({ reason, members, chars: sizeOf(members) }))
    .toSorted((a, b) => b.chars - a.chars)
  return (
    <p class="left-out-line">
      <strong>{say('About {} tokens left out', aboutTokens(sizeOf(omissions)))}</strong>
      {groups.map(({ reason, members, chars }) => (
        <span class="soft" key={reason}>
          {say('{} result|{} results', members.length)} {reason}
          {groups.length > 1 && chars > 0 && ` (${aboutTokens(chars)})`}
        </span>
      ))}
    </p>
  )
}

function sizeOf(omissions: readonly Omission[]): number {
  return omissions.reduce(
    (sum, { chars_before, chars_after }) => sum + Math.max(0, chars_before - chars_after),
    0,
  )
}
