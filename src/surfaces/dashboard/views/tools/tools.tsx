import { useEffect, useState } from 'preact/hooks'
import { useCall } from '../../api/use-call.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import type { Route } from '../../shell/router.ts'
import { Catalog } from './catalog.tsx'
import { Found } from './found.tsx'
import { Servers } from './servers.tsx'
import { ToolDetails } from './tool-details.tsx'

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
  const failure = catalog.failure ?? servers.failure
  return (
    <div class="view">
      <div class="view-head">
        <h1>Tools</h1>
        <input
          class="input tools-search"
          type="search"
          aria-label="What do you want to do?"
          placeholder="What do you want to do?"
          value={intent}
          onInput={(event) => setIntent(event.currentTarget.value)}
        />
      </div>
      {failure && <FailureNote failure={failure} retry={reload} />}
      {servers.value && <Servers servers={servers.value.servers} onChange={reload} />}
      {servers.value?.servers.length === 0 && <NoServer />}
      <div class="tools-layout">
        {settled === '' ? (
          <Catalog tools={catalog.value?.tools ?? []} open={rest} />
        ) : (
          <Found intent={settled} open={rest} />
        )}
        {rest === '' ? (
          <section class="panel empty" aria-label="Details">
            <h2>Choose a tool or a capability</h2>
            <p class="soft">
              Its parameters, what each verbosity costs in tokens, and the tools that past runs used
              with it appear here.
            </p>
          </section>
        ) : (
          <ToolDetails id={rest} key={rest} />
        )}
      </div>
    </div>
  )
}

function NoServer() {
  return (
    <section class="panel empty">
      <div>
        <h2>No upstream server yet</h2>
        <p class="soft">
          Take over the servers of your agent: it then sees a handful of meta-tools and finds the
          rest by intent.
        </p>
      </div>
      <CommandLine command="tamis gateway import" />
    </section>
  )
}
