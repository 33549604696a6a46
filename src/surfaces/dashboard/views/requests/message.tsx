import type { OutputOf } from '../../api/operations.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { LongText } from '../../parts/long-text.tsx'
import { OmissionFold } from './omission-fold.tsx'

type ShownMessage = OutputOf<'requests.show'>['messages'][number]
type ShownPart = ShownMessage['parts'][number]

/** One message, part by part; a part with something left out has the fold beside it. */
export function Message({ message }: { message: ShownMessage }) {
  const isResult = message.parts.length > 0 && message.parts.every(({ kind }) => kind === 'result')
  return (
    <div class="message" data-role={isResult ? 'tool' : message.role}>
      <h3>
        <ForeignText text={isResult ? 'tool result' : message.role} most={40} />
        {message.is_cached && <span class="tag">same as before</span>}
      </h3>
      {message.parts.map((part, at) => (
        <div key={at} class={part.omission ? 'request-columns' : undefined}>
          <Part part={part} />
          {part.omission && <OmissionFold omission={part.omission} />}
        </div>
      ))}
    </div>
  )
}

function Part({ part }: { part: ShownPart }) {
  return (
    <div class="part">
      {part.kind === 'call' && (
        <p class="soft">
          calls <ForeignText text={part.tool} most={120} />
        </p>
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
