import { useState } from 'preact/hooks'
import type { Failure } from '../../api/call.ts'
import { callStreaming, type Progress } from '../../api/call-streaming.ts'
import type { OutputOf } from '../../api/operations.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'

type Ingested = OutputOf<'knowledge.ingest'>

/** Indexes a file or folder of the machine the daemon runs on, and says how far it has come. */
export function AddSource({ onDone }: { onDone: () => void }) {
  const [path, setPath] = useState('')
  const [running, setRunning] = useState<AbortController>()
  const [progress, setProgress] = useState<Progress>()
  const [result, setResult] = useState<Ingested>()
  const [failure, setFailure] = useState<Failure>()
  const add = async (): Promise<void> => {
    const left = new AbortController()
    setRunning(left)
    setResult(undefined)
    setFailure(undefined)
    const told = { onProgress: setProgress }
    const input = { paths: [path.trim()] }
    const outcome = await callStreaming('knowledge.ingest', input, told, left.signal)
    setRunning(undefined)
    setProgress(undefined)
    if (outcome.kind === 'failed') setFailure(outcome.failure)
    else setResult(outcome.value)
    onDone()
  }
  return (
    <form
      class="panel-body add-source"
      onSubmit={(event) => {
        event.preventDefault()
        if (path.trim() !== '' && !running) add().catch(reportError)
      }}
    >
      <label class="field">
        <span>{say('Add a file or folder')}</span>
        <input
          class="input mono"
          value={path}
          placeholder="docs"
          onInput={(event) => setPath(event.currentTarget.value)}
        />
      </label>
      {running ? (
        <>
          <progress
            class="progress"
            aria-label={say('Indexing')}
            {...(progress?.total ? { value: progress.done, max: progress.total } : {})}
          />
          <p class="soft one-line" aria-live="polite">
            {progress?.message ?? say('Indexing')}
          </p>
          <button type="button" class="button" onClick={() => running.abort()}>
            {say('Stop')}
          </button>
        </>
      ) : (
        <button type="submit" class="button" disabled={path.trim() === ''}>
          {say('Index')}
        </button>
      )}
      {failure && <FailureNote failure={failure} />}
      {result && <Summary result={result} />}
    </form>
  )
}

/** Why a file stays out, for the reasons a person can do something about. */
const reasons = (): Readonly<Record<string, string>> => ({
  outside_root: say('outside the folders of knowledge.roots'),
  missing: say('not found on disk'),
  secret: say('contains secrets'),
  too_large: say('larger than knowledge.max_file_bytes'),
  binary: say('not text'),
})

function Summary({ result }: { result: Ingested }) {
  const { added, changed, removed, unchanged, skipped } = result
  const byReason = [...Map.groupBy(skipped, ({ skipped: reason }) => reason)]
  return (
    <div class="soft" role="status">
      <p>
        {say('{} added, {} changed, {} removed, {} unchanged.', added, changed, removed, unchanged)}
      </p>
      {byReason.map(([reason, files]) => (
        <p key={reason}>{say('{} skipped: {}', files.length, reasons()[reason] ?? reason)}</p>
      ))}
    </div>
  )
}
