import { useState } from 'preact/hooks'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { LongText } from '../../parts/long-text.tsx'
import { compact } from '../../parts/numbers.ts'
import { Difference } from './difference.tsx'
import { Part } from './part.tsx'
import type { Shown, Side } from './request.tsx'

type ShownPart = Shown['messages'][number]['parts'][number]
type Omission = NonNullable<ShownPart['omission']>

interface OmittedProps {
  readonly part: ShownPart
  readonly omission: Omission
  readonly side: Side
}

/** A part that was sent shorter than it came: a chip that says so, and the side that was asked for. */
export function Omitted({ part, omission, side }: OmittedProps) {
  const [chosen, setChosen] = useState<Side>()
  const shown = chosen ?? side
  return (
    <div class="omitted">
      <button
        type="button"
        class="chip"
        aria-expanded={shown !== 'sent'}
        title={say(
          '{} → {} characters, {}',
          omission.chars_before,
          omission.chars_after,
          omission.id,
        )}
        onClick={() => setChosen(shown === 'sent' ? 'original' : 'sent')}
      >
        <strong>
          <ForeignText text={omission.tool || say('result')} most={60} />
        </strong>{' '}
        {sentence(omission)} ·{' '}
        {say('{} characters left out', compact(omission.chars_before - omission.chars_after))}{' '}
        <span class="chip-action">
          {shown === 'sent' ? say('Show original') : say('Show what was sent')}
        </span>
      </button>
      {shown === 'sent' && <Part part={part} />}
      {shown !== 'sent' && <Original part={part} omission={omission} side={shown} />}
    </div>
  )
}

/** Why, in words. */
function sentence({ kind, reason }: Omission): string {
  if (kind === 'masked') return say('hidden: older than what the agent is working on')
  return reason === 'lines that stand in an earlier result'
    ? say('shortened: the same lines are in an earlier result')
    : say('shortened before it was first sent')
}

function Original({ part, omission, side }: OmittedProps) {
  const { value, failure, reload } = useCall('recover.peek', { id: omission.id })
  if (failure) return <FailureNote failure={failure} retry={reload} />
  if (!value) return <p class="soft">{say('Fetching')}</p>
  return (
    <>
      {side === 'difference' ? (
        <Difference before={value.raw_text} after={part.text} />
      ) : (
        <LongText text={value.raw_text} />
      )}
      <CopyButton text={value.raw_text} label={say('Copy original')} />
    </>
  )
}
