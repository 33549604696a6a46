import type { Failure } from '../api/call.ts'
import { say } from '../locale/say.ts'
import { WithCode } from './text/with-code.tsx'

/** What went wrong and what to do about it. */
export function FailureNote({ failure, retry }: { failure: Failure; retry?: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>
        <strong>
          <WithCode text={failure.message} />
        </strong>{' '}
        <span class="faint mono">{failure.code}</span>
      </p>
      {failure.hint && (
        <p>
          <WithCode text={failure.hint} />
        </p>
      )}
      {retry && (
        <p>
          <button type="button" class="button" onClick={retry}>
            {say('Try again')}
          </button>
        </p>
      )}
    </div>
  )
}
