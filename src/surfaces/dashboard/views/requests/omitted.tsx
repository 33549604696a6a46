import { useState } from 'preact/hooks'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { CopyButton } from '../../parts/controls/copy-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { aboutTokens } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { LongText } from '../../parts/text/long-text.tsx'
import { Difference } from './difference.tsx'
import { Part } from './part.tsx'
import type { Shown, Side } from './request.tsx'

type ShownPart = Shown['messages'][number]['parts'][number]
export type Omission = NonNullable<ShownPart['omission']>

interface OmittedProps {
  readonly part: ShownPart
  /** What the call was about, such as the file that was read. */
  readonly about: string
  readonly omission: Omission
  readonly side: Side
}

/** A part that was sent shorter than it came: a chip that says so, and the side that was asked for. */
export function Omitted({ part, about, omission, side }: OmittedProps) {
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
          <ForeignText
            text={[omission.tool || say('result'), about].filter(Boolean).join(' ')}
            most={80}
          />
        </strong>{' '}
        {reasonOf(omission)} · {sizeOf(omission)}{' '}
        <span class="chip-action">
          {shown === 'sent' ? say('Show original') : say('Show what was sent')}
        </span>
      </button>
      {shown === 'sent' && <Part part={part} />}
      {shown !== 'sent' && <Original text={part.text} omission={omission} side={shown} />}
    </div>
  )
}

/** Why, in words. */
export function reasonOf({ kind, reason }: Omission): string {
  if (kind === 'masked') return say('hidden: older than what the agent is working on')
  if (reason === 'a marker that is not ours')
    return say('changed: it held a marker that is not ours')
  return reason === 'lines that stand in an earlier result'
    ? say('shortened: the same lines are in an earlier result')
    : say('shortened before it was first sent')
}

/** How much is missing; a few wrong marks made plain leave nothing out. */
function sizeOf({ chars_before: before, chars_after: after }: Omission): string {
  return before > after
    ? say('about {} tokens left out', aboutTokens(before - after))
    : say('nothing left out')
}

interface OriginalProps {
  readonly text: string
  readonly omission: Omission
  readonly side: Side
}

function Original({ text, omission, side }: OriginalProps) {
  const { value, failure, reload } = useCall('recover.peek', { id: omission.id })
  if (failure) return <FailureNote failure={failure} retry={reload} />
  if (!value) return <p class="soft">{say('Fetching')}</p>
  return (
    <>
      {side === 'difference' ? (
        <Difference before={value.raw_text} after={text} />
      ) : (
        <LongText text={value.raw_text} />
      )}
      <CopyButton text={value.raw_text} label={say('Copy original')} />
    </>
  )
}
