import { useCall } from '../../api/use-call.ts'
import { useSettings } from '../../api/use-settings.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { Configuration } from './configuration.tsx'
import { HealthChecks } from './health-checks.tsx'
import { Prices } from './prices.tsx'
import { Storage } from './storage.tsx'
import { Tokens } from './tokens.tsx'

/** How this daemon is set up, whether it is well, and what it holds. */
export function Settings() {
  const settings = useSettings()
  const home = useCall('config.show', {}).value?.home
  return (
    <div class="view view-wide">
      <div class="view-head">
        <h1>{say('Settings')}</h1>
        {home && <p class="soft mono">{home}</p>}
      </div>
      <div class="settings-columns">
        <HealthChecks />
        <div class="settings-stack">
          <Storage />
          <Tokens />
        </div>
      </div>
      {settings.failure && <FailureNote failure={settings.failure} retry={settings.reload} />}
      {settings.settings.length > 0 && <Configuration settings={settings} />}
      <Prices />
    </div>
  )
}
