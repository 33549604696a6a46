import { useState } from 'preact/hooks'
import { useCall } from '../../api/use-call.ts'
import { useSettings } from '../../api/use-settings.ts'
import { LoadDemoButton } from '../../demo/load-demo-button.tsx'
import { say, sayWith } from '../../locale/say.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { AskedBack } from './asked-back.tsx'
import { Bill } from './bill.tsx'
import { ModeInForce } from './mode-in-force.tsx'
import { Policies } from './policies.tsx'
import { SavedSoFar } from './saved-so-far.tsx'

/** What each way to sieve would have made of the conversations seen, and the way to use it. */
export function Savings() {
  const settings = useSettings()
  const [isAsked, setAsked] = useState(false)
  const replay = useCall('conversations.replay', isAsked ? {} : undefined)
  const report = replay.value
  return (
    <div class="view view-wide">
      <div class="view-head">
        <h1>{say('Savings')}</h1>
        <button
          type="button"
          class="button"
          disabled={isAsked && replay.isLoading}
          onClick={() => (isAsked ? replay.reload() : setAsked(true))}
        >
          {isAsked && replay.isLoading
            ? say('Replaying …')
            : say('Replay the latest conversations')}
        </button>
      </div>
      {settings.failure && <FailureNote failure={settings.failure} retry={settings.reload} />}
      {replay.failure && <FailureNote failure={replay.failure} retry={replay.reload} />}
      <SavedSoFar />
      <div class="savings-columns">
        <ModeInForce settings={settings} />
        <div class="savings-column">
          <AskedBack settings={settings} />
          {report && <Bill report={report} />}
          {!isAsked && (
            <p class="panel panel-body soft">
              {sayWith(
                'A replay takes the conversations this daemon remembers and prices them under each policy: ours, and those of other tools. Nothing is sent anywhere. {} does the same for every session your agents saved on this machine.',
                <code>tamis replay</code>,
              )}
            </p>
          )}
        </div>
      </div>
      {isAsked && report === null && (
        <section class="panel empty">
          <p class="soft">{say('No conversation has been kept yet: let an agent work first.')}</p>
          <CommandLine command="tamis setup claude" />
          <LoadDemoButton />
        </section>
      )}
      {report && <Policies report={report} settings={settings} />}
    </div>
  )
}
