import type { OutputOf } from '../../api/operations.ts'
import type { ChangeableSettings } from '../../api/use-settings.ts'
import { heard, say, sayWith } from '../../locale/say.ts'
import { count, money, percent } from '../../parts/numbers.ts'

export type Report = NonNullable<OutputOf<'conversations.replay'>>

interface PoliciesProps {
  readonly report: Report
  readonly settings: ChangeableSettings
}

/** The bill under each policy, and whether agents would still have seen what they edit. */
export function Policies({ report, settings }: PoliciesProps) {
  const { policies, recommendation, usd } = report
  const hasEdits = policies.some(({ grounded }) => grounded !== null)
  const hasRefusals = policies.some(({ refused_calls }) => refused_calls > 0)
  const inForce = settings.settings.find(({ key }) => key === 'mask.mode')?.value
  return (
    <section class="panel" aria-label={say('Policies')}>
      <div class="panel-head">
        <h2>
          {say('{} conversation|{} conversations', report.sessions)},{' '}
          {say('{} call|{} calls', report.calls)}, {money(usd)}
        </h2>
        <span class="soft">
          {sayWith(
            'Recommended: {}, saves {}',
            <strong>{recommendation.policy}</strong>,
            money(recommendation.saved_usd),
          )}
        </span>
      </div>
      <table class="table policies">
        <thead>
          <tr>
            <th scope="col">{say('Policy')}</th>
            <th scope="col" class="number">
              {say('Bill')}
            </th>
            <th scope="col" class="number">
              {say('vs. doing nothing')}
            </th>
            <th scope="col" class="number wide-only">
              {say('Worst conversation')}
            </th>
            {hasEdits && (
              <th scope="col" class="number wide-only">
                {say('Edits in sight')}
              </th>
            )}
            {hasRefusals && (
              <th scope="col" class="number wide-only">
                {say('Calls refused')}
              </th>
            )}
            <th scope="col" class="wide-only" />
          </tr>
        </thead>
        <tbody>
          {policies.map((policy) => (
            <tr key={policy.policy} data-chosen={policy.policy === recommendation.policy}>
              <td>
                {heard(policy.policy)}{' '}
                {policy.policy === recommendation.policy && (
                  <span class="tag tag-accent">{say('recommended')}</span>
                )}
              </td>
              <td class="number">{money(policy.usd)}</td>
              <td class={`number ${changeOf(policy.ratio)}`}>{percent(policy.ratio, 1)}</td>
              <td class="number wide-only">{percent(policy.worst_ratio, 1)}</td>
              {hasEdits && (
                <td class="number wide-only">
                  {policy.grounded === null ? '–' : percent(policy.grounded, 1)}
                </td>
              )}
              {hasRefusals && <td class="number wide-only">{count(policy.refused_calls)}</td>}
              <td class="number wide-only">
                {isMode(policy.mode) && policy.mode !== inForce && (
                  <UsePolicy mode={policy.mode} settings={settings} />
                )}
                {policy.mode !== null && policy.mode === inForce && (
                  <span class="tag tag-accent">{say('in force')}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Explained report={report} />
      {report.estimated_calls > 0 && (
        <p class="panel-body soft">
          {say(
            '{} call came without the provider’s own count: its bill is estimated from the words, tool definitions not included.|{} calls came without the provider’s own count: their bill is estimated from the words, tool definitions not included.',
            report.estimated_calls,
          )}
        </p>
      )}
    </section>
  )
}

/** Why ours is not always the cheapest row: what the others may do that it may not. */
function Explained({ report: { policies } }: { report: Report }) {
  const own = policies.filter(({ mode }) => isMode(mode))
  const isIdle = own.every(({ rewritten_calls }) => rewritten_calls === 0)
  const least = Math.min(...own.map(({ ratio }) => ratio))
  const cheaper = policies.find(
    ({ policy, mode, ratio }) =>
      mode === null && !policy.startsWith('tamis') && ratio < least - 0.005,
  )
  if (!isIdle && !cheaper) return null
  return (
    <p class="panel-body soft">
      {isIdle &&
        say(
          'No policy of ours removed old results here: removing some costs one more cache write, and that is paid only from what a conversation has saved before. These had saved too little.',
        )}
      {isIdle && cheaper && ' '}
      {cheaper &&
        say(
          '{} is cheaper here because it removes old results whatever that costs, whether or not the agent still works on them; in other conversations that may be dearer than doing nothing.',
          heard(cheaper.policy),
        )}
    </p>
  )
}

function UsePolicy({ mode, settings }: { mode: string; settings: ChangeableSettings }) {
  return (
    <button
      type="button"
      class="button"
      onClick={() => settings.change('mask.mode', mode).catch(reportError)}
    >
      {say('Use {}', mode)}
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
