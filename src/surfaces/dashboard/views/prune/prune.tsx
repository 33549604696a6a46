import { useState } from 'preact/hooks'
import { FailureNote } from '../../parts/failure.tsx'
import { counted } from '../../parts/numbers.ts'
import { example } from './example.ts'
import { Result } from './result.tsx'
import { usePreview } from './use-preview.ts'

/** A playground: a text, a goal, and how much of it to keep. */
export function Prune() {
  const [text, setText] = useState('')
  const [goal, setGoal] = useState('')
  const [path, setPath] = useState<string>()
  const [keepPercent, setKeepPercent] = useState(20)
  const { preview, failure } = usePreview({ text, goal, path, keepPercent })
  const useText = (next: string, from?: string): void => {
    setText(next)
    setPath(from)
  }
  return (
    <div class="view view-fixed">
      <div class="view-head">
        <h1>Prune</h1>
        <p class="soft">Nothing you try here is kept or counted.</p>
      </div>
      {failure && <FailureNote failure={failure} />}
      <div class="prune-layout">
        <div class="prune-inputs">
          <label class="field">
            <span>Goal: what does the reader want to find out?</span>
            <input
              class="input"
              value={goal}
              placeholder="why does the checkout test fail"
              onInput={(event) => setGoal(event.currentTarget.value)}
            />
          </label>
          <label class="field">
            <span>
              Keep <output>{keepPercent} %</output> of the text
            </span>
            <input
              type="range"
              class="slider"
              min={5}
              max={100}
              value={keepPercent}
              onInput={(event) => setKeepPercent(Number(event.currentTarget.value))}
            />
          </label>
          <TextField text={text} path={path} useText={useText} />
          {text === '' && (
            <button
              type="button"
              class="button"
              onClick={() => {
                useText(example.text)
                setGoal(example.goal)
              }}
            >
              Try with an example
            </button>
          )}
        </div>
        {preview ? (
          <Result preview={preview} />
        ) : (
          <section class="panel empty" aria-label="Result">
            <h2>What is worth reading?</h2>
            <p class="soft">
              Paste a log, a file or a page, say what you are after and move the slider. Lines keep
              their words and their order; what is left out folds into a marker that opens again.
            </p>
          </section>
        )}
      </div>
    </div>
  )
}

interface TextFieldProps {
  readonly text: string
  readonly path: string | undefined
  readonly useText: (text: string, path?: string) => void
}

/** Longer texts are held but not put into the field: an editable megabyte makes browsers crawl. */
const mostEditable = 300_000

function TextField({ text, path, useText }: TextFieldProps) {
  const take = (file: File | undefined): void => {
    file?.text().then((content) => useText(content, file.name), reportError)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    take(event.dataTransfer?.files[0])
  }
  const isLong = text.length > mostEditable
  return (
    <div class="field prune-source">
      <label class="field-label" for="prune-text">
        Text {text !== '' && <span class="faint">{counted(text.length, 'character')}</span>}{' '}
        {path && <span class="tag one-line">{path}</span>}
      </label>
      <textarea
        id="prune-text"
        class="input mono"
        spellcheck={false}
        placeholder="Paste here, or drop a file"
        value={isLong ? '' : text}
        onInput={(event) => useText(event.currentTarget.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text/plain') ?? ''
          if (pasted.length <= mostEditable) return
          event.preventDefault()
          useText(pasted)
        }}
      />
      <div class="prune-actions">
        <label class="button">
          Open a file
          <input
            type="file"
            class="visually-hidden"
            onChange={(event) => take(event.currentTarget.files?.[0])}
          />
        </label>
        {text !== '' && (
          <button type="button" class="button" onClick={() => useText('')}>
            Clear
          </button>
        )}
      </div>
    </div>
  )
}
