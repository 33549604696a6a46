import { useCall } from '../../api/use-call.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'

/** What must be right, and the fix where it is not. */
export function HealthChecks() {
  const { value, failure, isLoading, reload } = useCall('doctor', {})
  const models = useCall('models.list', {})
  return (
    <section class="panel" aria-label="Health">
      <div class="panel-head">
        <h2>{value && !value.ok ? 'Something needs attention' : 'Health'}</h2>
        <button type="button" class="button button-quiet" disabled={isLoading} onClick={reload}>
          Check again
        </button>
      </div>
      {failure && <FailureNote failure={failure} />}
      <ul class="checks">
        {value?.checks.map(({ name, isFine, found, fix }) => (
          <li key={name}>
            <i class="dot" data-state={isFine ? 'fine' : 'fault'} />
            <span>
              {name}
              <span class="visually-hidden">{isFine ? ': fine' : ': fault'}</span>
            </span>
            <span class="soft">
              <ForeignText text={found} most={200} />
            </span>
            {!isFine && fix && (
              <span class="fix">
                <code>{fix}</code> <CopyButton text={fix} />
              </span>
            )}
          </li>
        ))}
        {models.value && (
          <>
            <Model name="embedder" found={models.value.in_use.embedder?.model} />
            <Model name="language model" found={models.value.in_use.llm ?? undefined} />
          </>
        )}
      </ul>
    </section>
  )
}

function Model({ name, found }: { name: string; found: string | undefined }) {
  return (
    <li>
      <i class="dot" data-state={found ? 'fine' : 'absent'} />
      <span>{name}</span>
      <span class="soft">{found ?? 'none: what needs one says so'}</span>
    </li>
  )
}
