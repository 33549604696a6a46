import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { heard, say } from '../../locale/say.ts'
import { TwiceButton } from '../../parts/controls/twice-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { focusIfOpened, focusOn } from '../../parts/keyboard/focus-on.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { LongText } from '../../parts/text/long-text.tsx'
import { linkTo } from '../../shell/router.ts'
import type { Learning } from './board.tsx'

interface LearningPanelProps {
  readonly learning: Learning
  readonly onChange: () => void
}

const scopeAfter = {
  story: 'domain',
  domain: 'global',
  global: undefined,
  archived: undefined,
} as const

/** One learning: all of it, and what can be done with it. An edit is a new one that replaces it. */
export function LearningPanel({ learning, onChange }: LearningPanelProps) {
  const [isEditing, setEditing] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [said, setSaid] = useState('')
  const { id, scope, text } = learning
  const next = scopeAfter[scope]
  const close = (): void => {
    location.hash = linkTo('memory')
  }
  const promote = async (): Promise<void> => {
    if (next === undefined) return
    const outcome = await call('memory.promote', { learning: id, to: next })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    if (outcome.kind === 'failed') return
    setSaid(outcome.value.moves.length > 0 ? say('Promoted.') : outcome.value.messages.join(' '))
    onChange()
  }
  const leave = async (name: 'archive' | 'forget'): Promise<void> => {
    const outcome =
      name === 'archive'
        ? await call('memory.evict', { learning: id })
        : await call('memory.forget', { id })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    if (outcome.kind === 'failed') return
    if (name === 'forget') close()
    onChange()
  }
  return (
    <section class="panel" aria-label={say('Learning')}>
      <div class="panel-head">
        <a class="button button-quiet back" href={linkTo('memory')} ref={focusIfOpened}>
          ← {say('Back')}
        </a>
        <h2>{say('Learning')}</h2>
        <span class="tag">{heard(scope)}</span>
        <span class="mono faint one-line">{id}</span>
      </div>
      <div class="panel-body learning">
        {isEditing ? (
          <EditLearning
            learning={learning}
            onDone={(replacement) => {
              setEditing(false)
              if (replacement !== undefined) location.hash = linkTo('memory', replacement)
              onChange()
            }}
          />
        ) : (
          <p class="learning-text">
            <ForeignText text={text} most={20_000} />
          </p>
        )}
        <Facts learning={learning} />
        {failure && <FailureNote failure={failure} />}
        <p class="soft" role="status">
          {said}
        </p>
        <div class="learning-actions">
          {scope !== 'archived' && !isEditing && (
            <button type="button" class="button" onClick={() => setEditing(true)}>
              {say('Edit')}
            </button>
          )}
          {next !== undefined && (
            <button type="button" class="button" onClick={() => promote().catch(reportError)}>
              {next === 'domain' ? say('Promote to domain') : say('Promote to global')}
            </button>
          )}
          {scope !== 'archived' && (
            <TwiceButton
              label={say('Archive')}
              sure={say('Archive: agents no longer see it')}
              onSure={() => leave('archive').catch(reportError)}
            />
          )}
          <TwiceButton
            label={say('Forget')}
            sure={say('Forget for good')}
            onSure={() => leave('forget').catch(reportError)}
          />
        </div>
        <WholeRecord id={id} />
      </div>
    </section>
  )
}

function Facts({ learning }: { learning: Learning }) {
  const { story, domain, project, tags, injections, ageDays, reuseScore } = learning
  const facts = [
    [say('Reuse score'), reuseScore.toFixed(2)],
    [say('Injected'), say('{} time|{} times', injections)],
    [say('Age'), say('{} day|{} days', Math.floor(ageDays))],
    [say('Story'), story],
    [say('Domain'), domain ?? ''],
    [say('Project'), project ?? ''],
    [say('Tags'), tags.join(', ')],
  ] as const
  return (
    <dl class="learning-facts">
      {facts
        .filter(([, fact]) => fact !== '')
        .map(([name, fact]) => (
          <div key={name}>
            <dt class="soft">{name}</dt>
            <dd>
              <ForeignText text={fact} most={200} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

interface EditLearningProps {
  readonly learning: Learning
  readonly onDone: (replacement: string | undefined) => void
}

/** What was remembered is not rewritten: the new text replaces it, and history keeps both. */
function EditLearning({ learning, onDone }: EditLearningProps) {
  const [text, setText] = useState(learning.text)
  const [failure, setFailure] = useState<Failure>()
  const save = async (): Promise<void> => {
    const { id, tags, domain, project } = learning
    const outcome = await call('memory.remember', {
      text: text.trim(),
      tags: [...tags],
      replaces: [id],
      ...(domain ? { domain } : {}),
      ...(project ? { project } : {}),
    })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    if (outcome.kind === 'done')
      onDone(outcome.value.kind === 'stored' ? outcome.value.id : undefined)
  }
  return (
    <form
      class="learning"
      onSubmit={(event) => {
        event.preventDefault()
        save().catch(reportError)
      }}
    >
      <textarea
        class="input"
        aria-label={say('Text of the learning')}
        rows={4}
        ref={focusOn}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {failure && <FailureNote failure={failure} />}
      <div class="learning-actions">
        <button
          type="submit"
          class="button button-main"
          disabled={text.trim() === '' || text.trim() === learning.text}
        >
          {say('Replace it')}
        </button>
        <button type="button" class="button" data-cancel onClick={() => onDone(undefined)}>
          {say('Cancel')}
        </button>
      </div>
    </form>
  )
}

function WholeRecord({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { value, failure } = useCall('memory.show', isOpen ? { id } : undefined)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="soft">{say('The record in its file')}</summary>
      {failure && <FailureNote failure={failure} />}
      {value && <LongText text={JSON.stringify(value.memory.record, null, 2)} />}
    </details>
  )
}
