import { useState } from 'preact/hooks'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { scrollable } from '../../parts/keyboard/scrollable.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'

const mostShown = 40

/** What models cost, with the source of each figure; a line of `proxy.prices` comes before these. */
export function Prices() {
  const { value, failure } = useCall('prices.list', {})
  const [filter, setFilter] = useState('')
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const found = (value?.prices ?? []).filter(({ models, vendor }) => {
    const said = `${vendor} ${models.join(' ')}`.toLowerCase()
    return words.every((word) => said.includes(word))
  })
  const certainties = {
    page: say('the provider’s page'),
    reported: say('reported by others'),
    estimate: say('an estimate'),
  }
  return (
    <section class="panel" aria-label={say('Prices')}>
      <div class="panel-head">
        <h2>{say('Prices')}</h2>
        <span class="soft">{say('dollars per million tokens')}</span>
        <input
          class="input settings-filter"
          type="search"
          aria-label={say('Filter prices')}
          placeholder={say('Model or vendor')}
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      {failure && <FailureNote failure={failure} />}
      <div class="settings-scroll" {...scrollable}>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{say('Model')}</th>
              <th scope="col" class="number">
                {say('Input')}
              </th>
              <th scope="col" class="number">
                {say('Output')}
              </th>
              <th scope="col" class="number">
                {say('Cache read')}
              </th>
              <th scope="col" class="number">
                {say('Cache write')}
              </th>
              <th scope="col">{say('Source of the price')}</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, mostShown).map((price) => (
              <tr key={price.models[0]}>
                <td class="mono">
                  <ForeignText text={price.models[0] ?? ''} most={60} />
                </td>
                <td class="number">{price.input}</td>
                <td class="number">{price.output}</td>
                <td class="number">{price.cache_read}</td>
                <td class="number">{price.cache_write}</td>
                <td class="soft">
                  {certainties[price.certainty]}, {price.checked ?? say('unchecked')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.length > mostShown && (
        <p class="panel-body soft">{say('{} more', found.length - mostShown)}</p>
      )}
      <p class="panel-body soft">
        {say('tamis prices --set "MODEL 1.25 10" writes your own prices into tamis.toml.')}
      </p>
    </section>
  )
}
