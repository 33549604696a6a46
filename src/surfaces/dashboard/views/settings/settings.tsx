import { useCall } from '../../api/use-call.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { Configuration } from './configuration.tsx'
import { HealthChecks } from './health-checks.tsx'
import { Storage } from './storage.tsx'

/** How this daemon is set up, whether it is well, and what it holds. */
export function Settings() {
  const config = useCall('config.show', {})
  return (
    <div class="view">
      <div class="view-head">
        <h1>Settings</h1>
        {config.value && <p class="soft mono">{config.value.home}</p>}
      </div>
      <div class="settings-columns">
        <HealthChecks />
        <Storage />
      </div>
      {config.failure && <FailureNote failure={config.failure} retry={config.reload} />}
      {config.value && <Configuration settings={config.value.settings} />}
    </div>
  )
}
