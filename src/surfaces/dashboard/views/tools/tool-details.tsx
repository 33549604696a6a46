import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { LongText } from '../../parts/text/long-text.tsx'
import { DagDrawing } from './dag-drawing.tsx'
import { Neighbours } from './neighbours.tsx'
import { TryTool } from './try-tool.tsx'
import { VerbosityCost } from './verbosity-cost.tsx'

/** Everything about one tool or capability. */
export function ToolDetails({ id }: { id: string }) {
  const { value, failure } = useCall('details', { id })
  if (failure)
    return (
      <div class="tool-details">
        <FailureNote failure={failure} />
        <Neighbours id={id} />
      </div>
    )
  if (!value) return <section class="panel" aria-busy="true" aria-label={say('Details')} />
  const dag = value.source?.dagStructure ?? value.reconstructedDAG
  return (
    <div class="tool-details">
      <section class="panel" aria-label={say('Details')}>
        <div class="panel-head">
          <h2 class="mono one-line">
            <ForeignText text={value.id} most={100} />
          </h2>
          <span class="tag">{value.type}</span>
        </div>
        <div class="panel-body tool-facts">
          <ForeignText text={value.description ?? value.intent} most={4000} />
          {dag && <DagDrawing tasks={dag.tasks} />}
          {value.source?.code && <LongText text={value.source.code} />}
          {value.fullSchema && <Schema schema={value.fullSchema} />}
          <History details={value} />
        </div>
      </section>
      {value.type === 'tool' && <TryTool id={value.id} schema={value.fullSchema} />}
      <VerbosityCost id={value.id} />
      {value.type === 'tool' && <Neighbours id={value.id} />}
    </div>
  )
}

function Schema({ schema }: { schema: object }) {
  return (
    <details>
      <summary>{say('Parameters')}</summary>
      <LongText text={JSON.stringify(schema, null, 2)} />
    </details>
  )
}

function History({ details }: { details: OutputOf<'details'> }) {
  const runs = details.invocationHistory ?? []
  if (runs.length === 0) return null
  return (
    <details>
      <summary>{say('{} latest run|{} latest runs', runs.length)}</summary>
      <ul>
        {runs.map(({ at, intent, success }) => (
          <li key={`${at} ${intent}`} class="one-line">
            <span class={success ? 'tag tag-accent' : 'tag tag-bad'}>
              {success ? say('ok') : say('failed')}
            </span>{' '}
            <span class="soft">{at.slice(0, 16).replace('T', ' ')}</span>{' '}
            <ForeignText text={intent} most={120} />
          </li>
        ))}
      </ul>
    </details>
  )
}
