import { sayWith } from '../../locale/say.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { LongText } from '../../parts/long-text.tsx'
import type { Shown } from './request.tsx'

/** One part of a message or of an answer. */
export function Part({ part }: { part: Shown['answer'][number] }) {
  return (
    <div class="part">
      {part.kind === 'call' && (
        <p class="soft">{sayWith('calls {}', <ForeignText text={part.tool} most={120} />)}</p>
      )}
      {part.kind === 'other' ? (
        <p class="soft">
          <ForeignText text={part.text} most={120} />
        </p>
      ) : (
        <LongText text={part.text} />
      )}
    </div>
  )
}
