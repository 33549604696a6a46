import { useCall } from '../../api/use-call.ts'
import type { ChangeableSettings } from '../../api/use-settings.ts'
import { say } from '../../locale/say.ts'
import { count } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'

/** What agents asked back after it was left out, by tool; a tool that is often asked for can be protected. */
export function AskedBack({ settings }: { settings: ChangeableSettings }) {
  const { value } = useCall('regret', {})
  const chosen = settings.settings.find(({ key }) => key === 'mask.protected_tools')
  const named: readonly string[] = Array.isArray(chosen?.value) ? chosen.value : []
  const groups = byTool(value?.groups ?? [])
  const others = (value?.recoveries ?? 0) - groups.reduce((sum, { times }) => sum + times, 0)
  // The usual patterns are nobody's choice; a tool by its name is.
  const chosenByName = named.filter((tool) => !tool.includes('*'))
  const protect = (tool: string): void => {
    const next = named.includes(tool) ? named.filter((one) => one !== tool) : [...named, tool]
    settings.change('mask.protected_tools', next.length === 0 ? undefined : next).catch(reportError)
  }
  return (
    <section class="panel" aria-label={say('Asked back')}>
      <div class="panel-head">
        <h2>{say('Asked back')}</h2>
        <span class="soft">{say('{} time|{} times', value?.recoveries ?? 0)}</span>
      </div>
      {groups.length === 0 && chosenByName.length === 0 ? (
        <p class="panel-body soft">
          {value && value.recoveries > 0
            ? say('What was asked back came from no named tool: pruned texts, most often.')
            : say(
                'Nothing that was left out has been asked back. When agents ask, the tools are listed here.',
              )}
        </p>
      ) : (
        <ul class="asked-back">
          {[...new Set([...groups.map(({ tool }) => tool), ...chosenByName])].map((tool) => (
            <li key={tool}>
              <span class="mono one-line">
                <ForeignText text={tool} most={60} />
              </span>
              <span class="number soft">
                {count(groups.find((one) => one.tool === tool)?.times ?? 0)}×
              </span>
              <button
                type="button"
                class="button"
                disabled={!chosen?.is_changeable}
                onClick={() => protect(tool)}
              >
                {named.includes(tool) ? say('Stop protecting {}', tool) : say('Protect {}', tool)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="panel-body soft">
        {groups.length > 0 && others > 0 && (
          <>{say('The other {} came from no named tool: pruned texts, most often.', others)} </>
        )}
        {say('Results of protected tools stay whole in the conversation.')}
      </p>
    </section>
  )
}

function byTool(
  groups: readonly { readonly tool: string; readonly count: number }[],
): readonly { readonly tool: string; readonly times: number }[] {
  const named = groups.filter(({ tool }) => tool !== '')
  return [...Map.groupBy(named, ({ tool }) => tool)]
    .map(([tool, members]) => ({ tool, times: members.reduce((sum, one) => sum + one.count, 0) }))
    .sort((a, b) => b.times - a.times)
}
