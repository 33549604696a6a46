import { useState } from 'preact/hooks'
import type { OutputOf } from '../../api/operations.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'

type Setting = OutputOf<'config.show'>['settings'][number]

/** Every setting in force and where it came from. */
export function Configuration({ settings }: { settings: readonly Setting[] }) {
  const [filter, setFilter] = useState('')
  const shown = settings.filter(({ key, origin }) => `${key} ${origin}`.includes(filter))
  const changed = settings.filter(({ origin }) => origin !== 'default').length
  return (
    <section class="panel" aria-label="Configuration">
      <div class="panel-head">
        <h2>Configuration</h2>
        <span class="soft">{changed} changed from their defaults</span>
        <input
          class="input settings-filter"
          type="search"
          aria-label="Filter settings"
          placeholder="Filter"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      <table class="table settings-table">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Value</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, value, origin }) => (
            <tr key={key}>
              <td class="mono">{key}</td>
              <td class="mono">
                {value === undefined || value === null ? (
                  <span class="faint">not set</span>
                ) : (
                  <ForeignText
                    text={typeof value === 'string' ? value : JSON.stringify(value)}
                    most={300}
                  />
                )}
              </td>
              <td class={origin === 'default' ? 'faint' : undefined}>
                <ForeignText text={origin} most={200} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
