import { heard, say } from '../../locale/say.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { Omitted } from './omitted.tsx'
import { Part } from './part.tsx'
import type { Shown, Side } from './request.tsx'

type ShownMessage = Shown['messages'][number]

/** One message, part by part; a part with something left out shows the side that was asked for. */
export function Message({ message, side }: { message: ShownMessage; side: Side }) {
  const isResult = message.parts.length > 0 && message.parts.every(({ kind }) => kind === 'result')
  return (
    <div class="message" data-role={isResult ? 'tool' : message.role}>
      <h3>
        <ForeignText text={isResult ? say('tool result') : message.role} most={40} />
        {message.is_cached && <span class="tag">{say('same as before')}</span>}
      </h3>
      {message.parts.map((part, at) =>
        part.omission ? (
          <Omitted key={at} part={part} omission={part.omission} side={side} />
        ) : (
          <Part key={at} part={part} />
        ),
      )}
    </div>
  )
}
