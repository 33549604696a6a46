import type { AskedClient } from '../../ports/asked-client.ts'
import type { Caller } from '../../ports/caller.ts'
import type { Views } from './answer/answer.ts'
import { codeName, ownEntries, resolveToolId } from './catalog/catalog.ts'
import {
  type ClientTools,
  type Gateway,
  type GatewaySettings,
  shownEntries,
} from './gateway/gateway.ts'

/** Whether an entry is one that a caller may see. */
type IsShown = ReturnType<typeof shownEntries>

/** How far a caller reaches into the catalog. */
export interface Reach {
  /** `undefined` while nothing is hidden from anybody; a client may have tools of its own. */
  shownTo(caller: Caller | undefined, client: AskedClient | undefined): Promise<IsShown | undefined>
  /** What is held, without the tools that only other clients have. */
  heldFor(client: AskedClient | undefined): ReturnType<Views['holdings']>
  /** Lists the servers that these ids, or this code, may be of: what is configured can be used before anybody searched for it. */
  listServersOf(ids: readonly string[], caller: Caller | undefined, code?: string): Promise<void>
}

interface ReachDeps extends Pick<Gateway, 'upstreams' | 'admission'> {
  readonly views: Views
  readonly settings: Pick<GatewaySettings, 'policy'>
  readonly clientTools: ClientTools
}

export function createReach(deps: ReachDeps): Reach {
  const { views, upstreams, admission, settings, clientTools } = deps
  return {
    async shownTo(caller, client) {
      const held = await views.holdings()
      const hasRules = settings.policy().rules.length > 0
      const tests = [
        ownEntries(held, caller),
        hasRules ? shownEntries(admission, held, caller) : undefined,
        clientTools.isSeenBy(client?.key),
      ].flatMap((isShown) => isShown ?? [])
      return tests.length === 0 ? undefined : (entry) => tests.every((isShown) => isShown(entry))
    },
    async heldFor(client) {
      const held = await views.holdings()
      const isSeen = clientTools.isSeenBy(client?.key)
      if (!isSeen) return held
      return { ...held, tools: new Map([...held.tools].filter(([, tool]) => isSeen(tool))) }
    },
    async listServersOf(ids, caller, code = '') {
      const { tools, capabilities } = await views.holdings()
      const behind = (id: string): readonly string[] =>
        capabilities.get(id.split('#step')[0] ?? '')?.source.dag?.tasks.map(({ tool }) => tool) ?? [
          id,
        ]
      const unknown = ids.flatMap(behind).filter((id) => resolveToolId(tools, id) === undefined)
      if (unknown.length === 0 && code === '') return
      await upstreams.listNewcomers(
        (server) => code.includes(codeName(server)) || unknown.some((id) => mayBeOf(id, server)),
        caller,
      )
    },
  }
}

/** Whether an id may be one of a server's tools: no other server is waited for. */
function mayBeOf(id: string, server: string): boolean {
  const [kind, named] = id.split(':', 2)
  if (kind === 'tool' || kind === 'skill') return named === server
  return id.startsWith(`${server}:`) || !id.includes(':')
}
