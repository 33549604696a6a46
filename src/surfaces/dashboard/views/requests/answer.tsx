import { say } from '../../locale/say.ts'
import { Part } from './part.tsx'
import type { Shown } from './request.tsx'

/** What the model answered, as it streamed. */
export function Answer({ request }: { request: Shown }) {
  const { answer, is_answer_whole, account } = request
  if (!account) return null
  return (
    <li class="message-item answer-item" tabIndex={-1}>
      <div class="message" data-role="answer">
        <h3>{say('answer')}</h3>
        {answer.length === 0 && (
          <p class="soft">
            {request.status >= 200 && request.status < 300
              ? say('The answer could not be read.')
              : say('There was no answer to show.')}
          </p>
        )}
        {answer.map((part, at) => (
          <Part part={part} key={at} />
        ))}
        {!is_answer_whole && (
          <p class="soft">{say('The answer was long: its middle was not kept.')}</p>
        )}
      </div>
    </li>
  )
}
