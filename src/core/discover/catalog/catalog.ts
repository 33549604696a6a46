import type { CatalogStore, CatalogTool } from '../../../ports/store/catalog.ts'
import type { ToolServers } from '../../../ports/tool-server.ts'
import { ownServer } from './entries.ts'
import type { HoldingsDeps } from './holdings.ts'
import { createOwnTools, type OwnTools } from './own-tools.ts'
import { type RegisterDeps, type RegisteredTool, registerTools } from './register-tools.ts'

export type { OwnTool } from './own-tools.ts'
export type { RegisteredTool } from './register-tools.ts'

/** Everything that can be found: what upstreams list, what people register, and our own tools. */
export interface Catalog extends HoldingsDeps {
  readonly catalog: CatalogStore
  readonly own: OwnTools
  register(
    server: string,
    tools: readonly RegisteredTool[],
    description?: string,
  ): Promise<readonly CatalogTool[]>
  /** Whether a tool can be called now: it is ours, or its server is connected. */
  isConnected(tool: CatalogTool): boolean
}

export interface CatalogDeps extends RegisterDeps {
  readonly servers: ToolServers
}

export function createCatalog(deps: CatalogDeps): Catalog {
  const { catalog, servers } = deps
  const own = createOwnTools(ownServer, deps.digest)
  return {
    catalog,
    own,
    ownTools: own.listed,
    configured: () => new Set(servers.names()),
    register: (server, tools, description) => registerTools(deps, server, tools, description),
    isConnected: ({ server }) => server === ownServer || servers.names().includes(server),
  }
}
