import type { OutputOf } from '../../api/operations.ts'
import type { ChangeableSettings } from '../../api/use-settings.ts'
import { count, counted, money, percent } from '../../parts/numbers.ts'

export type Report = NonNullable<OutputOf<'conversations.replay'>>

interface PoliciesProps {
  readonly report: Report
  readonly settings: ChangeableSettings
}

/** The bill under each policy, and whether agents would still have seen what they edit. */
export function Policies({ report, settings }: PoliciesProps) {
  const { policies, recommendation, usd } = report
  const inForce = settings.settings.find(({ key }) => key === 'mask.mode')?.value
  return (
    <section class="panel" aria-label="Policies">
      <div class="panel-head">
        <h2>
          {counted(report.sessions, 'conversation')}, {counted(report.calls, 'call')}, {money(usd)}
        </h2>
        <span class="soft">
          Recommended: <strong>{recommendation.policy}</strong>, saves{' '}
          {money(recommendation.saved_usd)}
        </span>
      </div>
      <div class="scroll-x">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Policy</th>
              <th scope="col" class="number">
                Bill
              </th>
              <th scope="col" class="number">
                Of doing nothing
              </th>
              <th scope="col" class="number">
                Dearest conversation
              </th>
              <th scope="col" class="number">
                Edits in sight
              </th>
              <th scope="col" class="number">
                Calls refused
              </th>
              <th scope="col" />
            </tr>
          </thead>
          <tbody>
            {policies.map((policy) => (
              <tr key={policy.policy} data-chosen={policy.policy === recommendation.policy}>
                <td>{policy.policy}</td>
                <td class="number">{money(policy.usd)}</td>
                <td class={`number ${changeOf(policy.ratio)}`}>{percent(policy.ratio, 1)}</td>
                <td class="number">{percent(policy.worst_ratio, 1)}</td>
                <td class="number">
                  {policy.grounded === null ? 'no edits' : percent(policy.grounded, 1)}
                </td>
                <td class="number">{count(policy.refused_calls)}</td>
                <td class="number">
                  {isMode(policy.mode) && policy.mode !== inForce && (
                    <UsePolicy mode={policy.mode} settings={settings} />
                  )}
                  {policy.mode !== null && policy.mode === inForce && (
                    <span class="tag tag-accent">in force</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {report.estimated_calls > 0 && (
        <p class="panel-body soft">
          {counted(report.estimated_calls, 'call')} without the provider's own count: their bill is
          estimated from the words, tool definitions not included.
        </p>
      )}
    </section>
  )
}

function UsePolicy({ mode, settings }: { mode: string; settings: ChangeableSettings }) {
  return (
    <button
      type="button"
      class="button"
      onClick={() => settings.change('mask.mode', mode).catch(reportError)}
    >
      Use {mode}
    </button>
  )
}

/** Half a percent is noise. */
function changeOf(ratio: number): string {
  if (ratio > 1.005) return 'loss'
  return ratio < 0.995 ? 'gain' : ''
}

function isMode(mode: string | null): mode is string {
  return mode !== null && mode !== 'off'
}
