import type { Digest } from '../../../ports/digest.ts'
import type { CatalogTool } from '../../../ports/store/catalog.ts'
import type { ListedTool } from '../../../ports/tool-server.ts'
import { adoptTools } from '../catalog/adopt-tools.ts'

/**
 * Tools that a server offers only to the connection of one client, which can be asked things and so has
 * a connection of its own. They are that client's alone, in no catalog, and go with it.
 */
export interface ClientTools {
  /** Takes over what a client's connection lists beside what is in the catalog; says whether that is new. */
  note(
    client: string,
    server: string,
    listed: readonly ListedTool[],
    known: ReadonlySet<string>,
  ): boolean
  /** Those of all clients; the same array as long as nothing changed. */
  all(): readonly CatalogTool[]
  /** Whether a client may see an entry: those of others are hidden. */
  isSeenBy(client: string | undefined): ((entry: { readonly id: string }) => boolean) | undefined
}

const mostClients = 64
const mostOfServer = 500

export function createClientTools(digest: Digest): ClientTools {
  /** By client, the one that was noted longest ago first. */
  const byClient = new Map<string, ReadonlyMap<string, CatalogTool>>()
  let everyTool: readonly CatalogTool[] = []

  return {
    note(client, server, listed, known) {
      const before = byClient.get(client) ?? new Map<string, CatalogTool>()
      const others = [...before.values()].filter((tool) => tool.server !== server)
      const fresh = listed.filter(({ name }) => !known.has(name)).slice(0, mostOfServer)
      const adopted = adoptTools(server, fresh, [], { digest, isQuarantined: false })
      const own = new Map([...others, ...adopted].map((tool) => [tool.id, tool]))
      const isSame = JSON.stringify([...own]) === JSON.stringify([...before])
      byClient.delete(client)
      if (own.size > 0) byClient.set(client, own)
      const [oldest] = byClient.keys()
      if (byClient.size > mostClients && oldest !== undefined) byClient.delete(oldest)
      if (!isSame) everyTool = [...byClient.values()].flatMap((tools) => [...tools.values()])
      return !isSame
    },
    all: () => everyTool,
    isSeenBy(client) {
      if (everyTool.length === 0) return undefined
      const ofClients = new Set(everyTool.map(({ id }) => id))
      const own = client === undefined ? undefined : byClient.get(client)
      return ({ id }) => !ofClients.has(id) || own?.has(id) === true
    },
  }
}
