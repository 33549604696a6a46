import { useCall } from '../../api/use-call.ts'
import { say, sayWith } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/text/foreign-text.tsx'

const effects = (): Readonly<Record<string, string>> => ({
  allow: say('allowed'),
  confirm: say('asks first'),
  deny: say('refused'),
})

const rulesSection = '[[gateway.rules]]'
const settingsFile = 'tamis.toml'

/** What the rules say of each tool of a server to a call without a token; nothing is called. */
export function PolicyTable({ server }: { server: string }) {
  const { value, failure } = useCall('gateway.policy.check', { server })
  if (failure) return <FailureNote failure={failure} />
  if (!value) return null
  return (
    <section class="policy" aria-label={say('Policy of {}', server)}>
      <h3>{say('Policy')}</h3>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{say('Tool')}</th>
            <th scope="col">{say('Calls are')}</th>
            <th scope="col">{say('Because')}</th>
          </tr>
        </thead>
        <tbody>
          {value.lines.map((line) => (
            <tr key={line.tool ?? ''}>
              <td class="mono">
                <ForeignText text={line.tool ?? say('prompts and resources')} most={80} />
              </td>
              <td>
                <span class={line.effect === 'allow' ? 'tag tag-accent' : 'tag tag-warn'}>
                  {effects()[line.effect] ?? line.effect}
                </span>
              </td>
              <td class="soft">
                <ForeignText text={line.why} most={200} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft">
        {sayWith(
          'Rules are written as {} in {}; the first that fits decides.',
          <code>{rulesSection}</code>,
          <code>{settingsFile}</code>,
        )}
      </p>
    </section>
  )
}
