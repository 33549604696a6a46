import { useState } from 'preact/hooks'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { Markdown } from '../../parts/text/markdown/markdown.tsx'
import { useSettled } from '../../parts/use-settled.ts'

/** What an agent would get before a task, rendered; nothing is recorded. */
export function NextBlock() {
  const [task, setTask] = useState('')
  const settled = useSettled(task)
  const { value, failure } = useCall('memory.inject', {
    query_text: settled,
    story: 'PD-1',
    dry_run: true,
  })
  return (
    <section class="panel" aria-label={say('Preview of injected memory')}>
      <div class="panel-head">
        <h2>{say('Preview of injected memory')}</h2>
        {value && <span class="soft">{say('{} memory|{} memories', value.shown.length)}</span>}
      </div>
      <div class="panel-body memory-next">
        <label class="field">
          <span>{say('Task')}</span>
          <input
            class="input"
            value={task}
            placeholder={say('connection pool exhausted in tests')}
            onInput={(event) => setTask(event.currentTarget.value)}
          />
        </label>
        {failure && <FailureNote failure={failure} />}
        {value && <Markdown text={inWords(value.block)} />}
        {value && value.leftOut.length > 0 && (
          <p class="soft">{say('{} more came close but were left out.', value.leftOut.length)}</p>
        )}
      </div>
    </section>
  )
}

/** What the block says in fixed French, in the words of the page; agents get it unchanged. */
function inWords(block: string): string {
  return block
    .replace(/^## Veille$/m, `## ${say('Watch notes')}`)
    .replaceAll(/^_aucun résultat_/gm, `_${say('nothing found')}_`)
    .replaceAll(/^_source indisponible_$/gm, `_${say('source unavailable')}_`)
}
