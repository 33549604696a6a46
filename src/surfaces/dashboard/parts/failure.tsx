import type { Failure } from '../api/call.ts'

/** What went wrong and what to do about it. */
export function FailureNote({ failure, retry }: { failure: Failure; retry?: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>
        <strong>{failure.message}</strong> <span class="faint mono">{failure.code}</span>
      </p>
      {failure.hint && <p>{failure.hint}</p>}
      {retry && (
        <p>
          <button type="button" class="button" onClick={retry}>
            Try again
          </button>
        </p>
      )}
    </div>
  )
}
