import { useState } from 'preact/hooks'
import { useCall } from '../../api/use-call.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { LongText } from '../../parts/long-text.tsx'
import { useSettled } from '../../parts/use-settled.ts'

/** What the next inject would print for a task; nothing is recorded. */
export function NextBlock() {
  const [task, setTask] = useState('')
  const settled = useSettled(task)
  const { value, failure } = useCall('memory.inject', {
    query_text: settled,
    story: 'PD-1',
    dry_run: true,
  })
  return (
    <section class="panel" aria-label="What the next inject would print">
      <div class="panel-head">
        <h2>What would be said before a task</h2>
      </div>
      <div class="panel-body memory-next">
        <label class="field">
          <span>Task</span>
          <input
            class="input"
            value={task}
            placeholder="connection pool exhausted in tests"
            onInput={(event) => setTask(event.currentTarget.value)}
          />
        </label>
        {failure && <FailureNote failure={failure} />}
        {value && <LongText text={value.block} />}
        {value && value.leftOut.length > 0 && (
          <p class="soft">{value.leftOut.length} more were close but left out.</p>
        )}
      </div>
    </section>
  )
}
