import { useState } from 'preact/hooks'
import type { OutputOf } from '../../api/operations.ts'
import type { ChangeableSettings, SettingValue } from '../../api/use-settings.ts'
import { heard, say } from '../../locale/say.ts'
import { focusOn } from '../../parts/keyboard/focus-on.ts'
import { bytes, duration } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { WithCode } from '../../parts/text/with-code.tsx'

type Setting = OutputOf<'config.show'>['settings'][number]

/** Every setting in force, what it means and where it came from; what may change while the daemon runs has a pencil. */
export function Configuration({ settings }: { settings: ChangeableSettings }) {
  const [filter, setFilter] = useState('')
  const [edited, setEdited] = useState<string>()
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = settings.settings.filter((setting) => {
    const said = textOf(setting).toLowerCase()
    return words.every((word) => said.includes(word))
  })
  const { last } = settings
  const changed = settings.settings.filter(({ origin }) => origin !== 'default').length
  return (
    <section class="panel" aria-label={say('Configuration')}>
      <div class="panel-head">
        <h2>{say('Configuration')}</h2>
        <span class="soft">
          {settings.file
            ? say('{} changed from their defaults, in {}', changed, settings.file)
            : say('{} changed from their defaults', changed)}
        </span>
        <input
          class="input settings-filter"
          type="search"
          aria-label={say('Filter settings')}
          placeholder={say('Name, value or description')}
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      {last && (
        <p class="panel-body setting-changed" role="status">
          {last.takesEffect === 'now'
            ? say('{} is written to {} and in force.', last.key, settings.file)
            : say(
                '{} is written to {}; it takes effect when the daemon starts next.',
                last.key,
                settings.file,
              )}{' '}
          <button
            type="button"
            class="button button-quiet"
            onClick={() => settings.change(last.key, last.before).catch(reportError)}
          >
            {say('Undo')}
          </button>
        </p>
      )}
      <table class="table settings-table">
        <thead>
          <tr>
            <th scope="col">{say('Setting')}</th>
            <th scope="col">{say('Value')}</th>
            <th scope="col">{say('From')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((setting) => (
            <tr key={setting.key}>
              <td>
                <span class="mono">{setting.key}</span>
                <p class="soft">
                  <WithCode text={heard(setting.meaning)} />
                </p>
              </td>
              <td class="mono">
                {edited === setting.key ? (
                  <Edit
                    setting={setting}
                    onDone={(value) => {
                      setEdited(undefined)
                      if (value !== cancelled)
                        settings.change(setting.key, value).catch(reportError)
                    }}
                  />
                ) : (
                  <Value setting={setting} onEdit={() => setEdited(setting.key)} />
                )}
              </td>
              <td class={setting.origin === 'default' ? 'faint' : undefined}>
                <ForeignText text={setting.origin} most={200} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p class="panel-body soft">{say('No setting matches.')}</p>}
    </section>
  )
}

function Value({ setting, onEdit }: { setting: Setting; onEdit: () => void }) {
  const { key, value, is_changeable } = setting
  return (
    <>
      {value === undefined || value === null || isNothing(value) ? (
        <span class="faint">{isNothing(value) ? say('none') : say('not set')}</span>
      ) : (
        <ForeignText text={typeof value === 'string' ? value : JSON.stringify(value)} most={300} />
      )}
      <small class="soft"> {inUnits(key, value)}</small>
      {is_changeable && (
        <button
          type="button"
          class="button button-quiet"
          aria-label={say('Change {}', key)}
          onClick={onEdit}
        >
          {say('Change')}
        </button>
      )}
    </>
  )
}

function isNothing(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** What a large number of bytes or milliseconds comes to. */
function inUnits(key: string, value: unknown): string {
  if (typeof value !== 'number' || value < 1000) return ''
  if (/_bytes(?:_|$)/.test(key)) return `= ${bytes(value)}`
  return key.endsWith('_ms') ? `= ${duration(value)}` : ''
}

const cancelled = Symbol('cancelled')

interface EditProps {
  readonly setting: Setting
  readonly onDone: (value: SettingValue | typeof cancelled) => void
}

function Edit({ setting, onDone }: EditProps) {
  const { key, value } = setting
  const [text, setText] = useState(Array.isArray(value) ? value.join(', ') : String(value ?? ''))
  return (
    <form
      class="edit-setting"
      onSubmit={(event) => {
        event.preventDefault()
        onDone(typedValue(text, value))
      }}
    >
      <input
        class="input"
        aria-label={key}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        ref={focusOn}
      />
      <button type="submit" class="button button-main">
        {say('Save')}
      </button>
      <button type="button" class="button" onClick={() => onDone(undefined)}>
        {say('Default')}
      </button>
      <button type="button" class="button" data-cancel onClick={() => onDone(cancelled)}>
        {say('Cancel')}
      </button>
    </form>
  )
}

/** In the kind of the value it replaces; where there is none, as what it looks like. */
function typedValue(text: string, before: unknown): SettingValue {
  const plain = text.trim()
  if (Array.isArray(before)) return plain === '' ? [] : plain.split(',').map((one) => one.trim())
  if (plain === 'true' || plain === 'false') return plain === 'true'
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : plain
}

function textOf({ key, value, origin, meaning }: Setting): string {
  return `${key} ${JSON.stringify(value) ?? ''} ${origin} ${meaning}`
}
