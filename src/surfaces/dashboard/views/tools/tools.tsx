import { useEffect, useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { LoadDemoButton } from '../../demo/load-demo-button.tsx'
import { say } from '../../locale/say.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { useNarrow } from '../../parts/use-narrow.ts'
import { useSettled } from '../../parts/use-settled.ts'
import { linkTo, type Route } from '../../shell/router.ts'
import { Catalog } from './catalog.tsx'
import { Found } from './found.tsx'
import { Servers } from './servers.tsx'
import { ToolDetails } from './tool-details.tsx'

/** Our own tools, which are there before any server is. */
const ownServer = 'tamis'

/** Many tools, found by intent; what waits for approval comes first. */
export function Tools({ route }: { route: Route }) {
  const rest = route.parts[0] ?? ''
  const [intent, setIntent] = useState('')
  const settled = useSettled(intent.trim())
  const catalog = useCall('catalog.list', {})
  const servers = useCall('gateway.list', {})
  const reload = (): void => {
    catalog.reload()
    servers.reload()
  }
  // The first listing finds servers that were never asked before.
  useEffect(() => {
    if (catalog.value) servers.reload()
  }, [catalog.value, servers.reload])
  const loginFailure = useFinishedLogin(reload)
  const failure = loginFailure ?? catalog.failure ?? servers.failure
  const isNarrow = useNarrow()
  const isEmpty =
    catalog.value?.tools.every(({ server }) => server === ownServer) === true &&
    servers.value?.servers.length === 0
  if (isNarrow && rest !== '')
    return (
      <div class="view">
        <div class="view-head">
          <a class="button back" href={linkTo('tools')}>
            ← {say('Back to tools')}
          </a>
          <h1 class="visually-hidden">{say('Tools')}</h1>
        </div>
        <ToolDetails id={rest} key={rest} />
      </div>
    )
  return (
    <div class="view view-wide">
      <div class="view-head">
        <h1>{say('Tools')}</h1>
        <input
          class="input tools-search"
          type="search"
          aria-label={say('What do you want to do?')}
          placeholder={say('What do you want to do?')}
          value={intent}
          onInput={(event) => setIntent(event.currentTarget.value)}
        />
      </div>
      {failure && <FailureNote failure={failure} retry={reload} />}
      {servers.value && (
        <Servers
          servers={servers.value.servers}
          calls={callsByServer(catalog.value?.tools ?? [])}
          onChange={reload}
        />
      )}
      <div class="tools-layout">
        {settled === '' ? (
          <Catalog tools={catalog.value?.tools ?? []} open={rest} />
        ) : (
          <Found intent={settled} open={rest} />
        )}
        {rest === '' && isEmpty ? (
          <NoTools />
        ) : rest === '' ? (
          <section class="panel empty" aria-label={say('Details')}>
            <h2>{say('Choose a tool or a capability')}</h2>
            <p class="soft">
              {say(
                'Its parameters, what each verbosity costs in tokens, and the tools that past runs used with it appear here.',
              )}
            </p>
          </section>
        ) : (
          <ToolDetails id={rest} key={rest} />
        )}
      </div>
    </div>
  )
}

/** Nothing is connected: the one step that changes that. */
function NoTools() {
  return (
    <section class="panel empty" aria-label={say('No server yet')}>
      <div>
        <h2>{say('No server yet')}</h2>
        <p class="soft">
          {say(
            'Import the MCP servers your agents already use: they reach all of them through one address, and see only the tools a task needs.',
          )}
        </p>
      </div>
      <CommandLine command="tamis gateway import" />
      <LoadDemoButton />
    </section>
  )
}

/** Ends a login that the browser came back from; its address is used once and then forgotten. */
function useFinishedLogin(onDone: () => void): Failure | undefined {
  const [failure, setFailure] = useState<Failure>()
  useEffect(() => {
    if (!/[?&]state=/.test(location.search)) return
    const origin = location.origin.replace('//localhost', '//127.0.0.1')
    const url = `${origin}/${location.search}`
    history.replaceState(null, '', `${location.pathname}${location.hash}`)
    call('gateway.login.finish', { url })
      .then((outcome) => {
        if (outcome.kind === 'failed') setFailure(outcome.failure)
        onDone()
      })
      .catch(reportError)
  }, [])
  return failure
}

function callsByServer(
  tools: readonly { readonly server: string; readonly uses: number }[],
): ReadonlyMap<string, number> {
  const byServer = Map.groupBy(tools, ({ server }) => server)
  return new Map(
    [...byServer].map(([server, own]) => [server, own.reduce((sum, { uses }) => sum + uses, 0)]),
  )
}
