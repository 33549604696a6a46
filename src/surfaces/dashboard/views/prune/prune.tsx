import { useEffect, useState } from 'preact/hooks'
import { say } from '../../locale/say.ts'
import { CopyButton } from '../../parts/controls/copy-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { type Route, setQuery } from '../../shell/router.ts'
import { example } from './example.ts'
import { type PruneState, stateOf } from './prune-state.ts'
import { Result } from './result.tsx'
import { SizeField } from './size-field.tsx'
import { TextField } from './text-field.tsx'
import { usePreview } from './use-preview.ts'
import { type HeldText, useText } from './use-text.ts'

/** A playground: a text, a goal, and how much of it to keep; all of it stands in the address. */
export function Prune({ route }: { route: Route }) {
  const state = usePruneState(route.query)
  const held = useText(route.query.get('text') ?? '')
  const { preview, failure } = usePreview(held.text, state.now)
  return (
    <div class="view view-fixed">
      <div class="view-head">
        <h1>{say('Prune')}</h1>
        <p class="soft">{say('Nothing you try here is kept or counted.')}</p>
        {held.text !== '' && <Share held={held} />}
      </div>
      {failure && <FailureNote failure={failure} />}
      <div class="prune-layout">
        <Inputs held={held} state={state.now} change={state.change} />
        {preview && held.text !== '' ? (
          <Result
            preview={preview}
            wraps={state.now.wraps}
            onWrap={(wraps) => state.change({ wrap: wraps ? 'yes' : '' })}
          />
        ) : (
          <section class="panel empty" aria-label={say('Result')}>
            <h2>{say('What is worth reading?')}</h2>
            <p class="soft">
              {say(
                'Paste a log, a file or a page, say what you are after and choose how much may stay. Lines keep their words and their order; what is left out folds into a marker that opens again.',
              )}
            </p>
          </section>
        )}
      </div>
    </div>
  )
}

type Change = (changes: Readonly<Record<string, string>>) => void

/** The state of the address. What was changed counts at once; the address follows. */
function usePruneState(query: URLSearchParams): { now: PruneState; change: Change } {
  const [local, setLocal] = useState(query)
  useEffect(() => setLocal(query), [query.toString()])
  const change: Change = (changes) => {
    const next = new URLSearchParams(local)
    for (const [name, value] of Object.entries(changes)) next.set(name, value)
    setLocal(next)
    setQuery(changes)
  }
  return { now: stateOf(local), change }
}

interface InputsProps {
  readonly held: HeldText
  readonly state: PruneState
  readonly change: Change
}

function Inputs({ held, state, change }: InputsProps) {
  const useIt = (text: string, path = ''): void => {
    held.set(text)
    change({ path })
  }
  return (
    <div class="prune-inputs">
      <label class="field">
        <span>{say('Goal: what do you want to find out?')}</span>
        <input
          class="input"
          value={state.goal}
          placeholder={say('why does the checkout test fail')}
          onInput={(event) => change({ goal: event.currentTarget.value })}
        />
      </label>
      <SizeField state={state} change={change} />
      <label class="field">
        <span>{say('Type of text')}</span>
        <select
          class="input"
          value={state.sourceType}
          onChange={(event) => change({ type: event.currentTarget.value })}
        >
          <option value="">{say('Detect')}</option>
          <option value="logs">{say('Logs and output')}</option>
          <option value="code">{say('Code')}</option>
          <option value="docs">{say('Documentation')}</option>
        </select>
      </label>
      <TextField text={held.text} path={state.path} useText={useIt} />
      {held.text === '' && (
        <button
          type="button"
          class="button"
          onClick={() => {
            useIt(example.text)
            change({ goal: example.goal })
          }}
        >
          {say('Try with an example')}
        </button>
      )}
    </div>
  )
}

function Share({ held }: { held: HeldText }) {
  return held.isShared ? (
    <CopyButton text={location.href} label={say('Copy link')} />
  ) : (
    <span class="faint">{say('The text is too long for a link; the settings are in it.')}</span>
  )
}
