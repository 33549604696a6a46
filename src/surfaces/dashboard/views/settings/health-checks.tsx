import type { Failure } from '../../api/call.ts'
import type { Name, OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { CopyButton } from '../../parts/controls/copy-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { linkTo } from '../../shell/router.ts'

/** What a call gave, or why it gave nothing. */
interface Answer<N extends Name> {
  readonly value: OutputOf<N> | undefined
  readonly failure: Failure | undefined
}

type State = 'fine' | 'fault' | 'absent'

/** Everything that can fail, whether it does, and the fix. */
export function HealthChecks() {
  const { value, failure, isLoading, reload } = useCall('doctor', {})
  const models = useCall('models.list', {})
  const servers = useCall('gateway.list', {})
  const base = useCall('knowledge.schema', {})
  const memory = useCall('memory.list', { limit: 1 })
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
        {models.value && <ModelChecks inUse={models.value.in_use} />}
        {servers.value && <ServersCheck servers={servers.value.servers} />}
        <KnowledgeCheck {...base} />
        <MemoryCheck {...memory} />
      </ul>
    </section>
  )
}

function ModelChecks({ inUse }: { readonly inUse: OutputOf<'models.list'>['in_use'] }) {
  const { embedder, llm } = inUse
  return (
    <>
      <Check
        name={say('embedder')}
        state={embedder ? 'fine' : 'absent'}
        found={embedder?.model ?? say('none')}
      />
      <Check
        name={say('language model')}
        state={llm ? 'fine' : 'absent'}
        found={llm ?? say('none')}
      />
    </>
  )
}

function ServersCheck({ servers }: Pick<OutputOf<'gateway.list'>, 'servers'>) {
  const broken = servers.filter(({ problem }) => problem !== undefined)
  return (
    <Check
      name={say('upstream servers')}
      state={broken.length > 0 ? 'fault' : 'fine'}
      found={
        broken.length > 0
          ? broken.map(({ server, problem }) => `${server}: ${problem}`).join('; ')
          : say('{} server|{} servers', servers.length)
      }
      link={linkTo('tools')}
    />
  )
}

function KnowledgeCheck({ value, failure }: Answer<'knowledge.schema'>) {
  if (!value && !failure) return null
  return (
    <Check
      name={say('knowledge')}
      state={failure ? 'fault' : 'fine'}
      found={failure?.message ?? say('{} document|{} documents', value?.documents ?? 0)}
      link={linkTo('knowledge')}
    />
  )
}

function MemoryCheck({ value, failure }: Answer<'memory.list'>) {
  if (!value && !failure) return null
  const fault = failure?.message ?? value?.messages[0] ?? ''
  return (
    <Check
      name={say('memory')}
      state={failure || (value?.messages.length ?? 0) > 0 ? 'fault' : 'fine'}
      found={fault || say('its files are readable')}
      link={linkTo('memory')}
    />
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
