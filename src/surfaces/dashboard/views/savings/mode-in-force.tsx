import type { ChangeableSettings } from '../../api/use-settings.ts'
import { say, sayWith } from '../../locale/say.ts'

const modes = [
  {
    mode: 'careful',
    says: say('Results are shortened before they are first sent; nothing is changed later.'),
  },
  {
    mode: 'balanced',
    says: say('Old results are also removed in batches, where the provider allows it and it pays.'),
  },
  { mode: 'thrifty', says: say('Sooner, and old arguments too: the smallest bill.') },
] as const

/** Which policy holds, and the others at a click; new results follow it, what was sent stays. */
export function ModeInForce({ settings }: { settings: ChangeableSettings }) {
  const setting = settings.settings.find(({ key }) => key === 'mask.mode')
  const { last } = settings
  return (
    <section class="panel" aria-label={say('Policy in force')}>
      <div class="panel-head">
        <h2>{say('Policy in force')}</h2>
        {last?.key === 'mask.mode' && (
          <button
            type="button"
            class="button button-quiet"
            onClick={() => settings.change(last.key, last.before).catch(reportError)}
          >
            {say('Undo')}
          </button>
        )}
      </div>
      <ul class="modes">
        {modes.map(({ mode, says }) => (
          <li key={mode} class="mode" data-chosen={setting?.value === mode}>
            <div>
              <strong>{mode}</strong>
              <p class="soft">{says}</p>
            </div>
            {setting?.value === mode ? (
              <span class="tag tag-accent">{say('in force')}</span>
            ) : (
              <button
                type="button"
                class="button"
                disabled={!setting?.is_changeable}
                onClick={() => settings.change('mask.mode', mode).catch(reportError)}
              >
                {say('Use {}', mode)}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p class="panel-body soft">
        {sayWith(
          'Written to {}. It applies to new results at once; what a provider has already seen stays as sent.',
          <code>{settings.file || 'tamis.toml'}</code>,
        )}
      </p>
    </section>
  )
}
