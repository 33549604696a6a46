import { say } from '../../locale/say.ts'

interface TextFieldProps {
  readonly text: string
  readonly path: string
  readonly useText: (text: string, path?: string) => void
}

/** Longer texts are held but not put into the field: an editable megabyte makes browsers crawl. */
const mostEditable = 300_000

/** Where a text is pasted, dropped or opened. */
export function TextField({ text, path, useText }: TextFieldProps) {
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
        {say('Text')}{' '}
        {text !== '' && <span class="faint">{say('{} character|{} characters', text.length)}</span>}{' '}
        {path && <span class="tag one-line">{path}</span>}
      </label>
      <textarea
        id="prune-text"
        class="input mono"
        spellcheck={false}
        placeholder={
          isLong
            ? say('The text is too long to edit here; the result is of all of it.')
            : say('Paste here, or drop a file')
        }
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
          {say('Open a file')}
          <input
            type="file"
            class="visually-hidden"
            onChange={(event) => take(event.currentTarget.files?.[0])}
          />
        </label>
        {text !== '' && (
          <button type="button" class="button" onClick={() => useText('')}>
            {say('Clear')}
          </button>
        )}
      </div>
    </div>
  )
}
