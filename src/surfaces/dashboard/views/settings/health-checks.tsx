import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { linkTo } from '../../shell/router.ts'

type State = 'fine' | 'fault' | 'absent'

/** Everything that can fail, whether it does, and the fix. */
export function HealthChecks() {
  const { value, failure, isLoading, reload } = useCall('doctor', {})
  const models = useCall('models.list', {})
  const servers = useCall('gateway.list', {})
  const base = useCall('knowledge.schema', {})
  const memory = useCall('memory.list', { limit: 1 })
  const broken = servers.value?.servers.filter(({ problem }) => problem !== undefined) ?? []
  const reloadAll = (): void => {
    for (const one of [models, servers, base, memory]) one.reload()
    reload()
  }
  return (
    <section class="panel" aria-label={say('Health')}>
      <div class="panel-head">
        <h2>{value && !value.ok ? say('Something needs attention') : say('Health')}</h2>
        <button type="button" class="button button-quiet" disabled={isLoading} onClick={reloadAll}>
          {say('Check again')}
        </button>
      </div>
      {failure && <FailureNote failure={failure} />}
      <ul class="checks">
        {value?.checks.map(({ name, isFine, found, fix }) => (
          <Check
            key={name}
            name={name}
            state={isFine ? 'fine' : 'fault'}
            found={found}
            fix={isFine ? undefined : fix}
          />
        ))}
        {models.value && (
          <>
            <Check
              name={say('embedder')}
              state={models.value.in_use.embedder ? 'fine' : 'absent'}
              found={models.value.in_use.embedder?.model ?? say('none')}
            />
            <Check
              name={say('language model')}
              state={models.value.in_use.llm ? 'fine' : 'absent'}
              found={models.value.in_use.llm ?? say('none')}
            />
          </>
        )}
        {servers.value && (
          <Check
            name={say('upstream servers')}
            state={broken.length > 0 ? 'fault' : 'fine'}
            found={
              broken.length > 0
                ? broken.map(({ server, problem }) => `${server}: ${problem}`).join('; ')
                : say('{} server|{} servers', servers.value.servers.length)
            }
            link={linkTo('tools')}
          />
        )}
        {(base.value || base.failure) && (
          <Check
            name={say('knowledge')}
            state={base.failure ? 'fault' : 'fine'}
            found={
              base.failure?.message ?? say('{} document|{} documents', base.value?.documents ?? 0)
            }
            link={linkTo('knowledge')}
          />
        )}
        {(memory.value || memory.failure) && (
          <Check
            name={say('memory')}
            state={memory.failure || (memory.value?.messages.length ?? 0) > 0 ? 'fault' : 'fine'}
            found={
              (memory.failure?.message ?? memory.value?.messages[0] ?? '') ||
              say('its files are readable')
            }
            link={linkTo('memory')}
          />
        )}
      </ul>
    </section>
  )
}

interface CheckProps {
  readonly name: string
  readonly state: State
  readonly found: string
  readonly fix?: string | undefined
  /** Where more is said. */
  readonly link?: string
}

function Check({ name: said, state, found, fix, link }: CheckProps) {
  const name = said.charAt(0).toUpperCase() + said.slice(1)
  const states = { fine: say('fine'), fault: say('fault'), absent: say('absent') }
  return (
    <li>
      <i class="dot" data-state={state} />
      <span>
        {link === undefined ? name : <a href={link}>{name}</a>}
        <span class="visually-hidden">: {states[state]}</span>
      </span>
      <span class="soft">
        <ForeignText text={found} most={200} />
      </span>
      {fix && (
        <span class="fix">
          <code>{fix}</code> <CopyButton text={fix} />
        </span>
      )}
    </li>
  )
}
