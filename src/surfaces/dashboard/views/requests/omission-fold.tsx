import { useState } from 'preact/hooks'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { LongText } from '../../parts/long-text.tsx'
import { count, counted } from '../../parts/numbers.ts'

type Part = OutputOf<'requests.show'>['messages'][number]['parts'][number]
type Omission = NonNullable<Part['omission']>

/** What was left out here, why, and the original itself on request. */
export function OmissionFold({ omission }: { omission: Omission }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div class="omission">
      <p>
        <span class="tag tag-accent">{omission.kind}</span>{' '}
        <ForeignText text={omission.tool} most={60} /> {count(omission.chars_before)} →{' '}
        {counted(omission.chars_after, 'character')}
      </p>
      <p class="soft">
        {omission.kind === 'masked' ? 'Older than the window: ' : ''}
        <ForeignText text={omission.reason} most={200} /> <code>{omission.id}</code>
      </p>
      <button
        type="button"
        class="button button-quiet"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Fold' : 'Show original'}
      </button>
      {isOpen && <Original id={omission.id} />}
    </div>
  )
}

function Original({ id }: { id: string }) {
  const { value, failure, reload } = useCall('recover', { id })
  if (failure) return <FailureNote failure={failure} retry={reload} />
  if (!value) return <p class="soft">Fetching</p>
  return (
    <>
      <LongText text={value.raw_text} />
      <CopyButton text={value.raw_text} label="Copy original" />
    </>
  )
}
