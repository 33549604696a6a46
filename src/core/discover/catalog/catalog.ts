import type { CatalogStore, CatalogTool } from '../../../ports/store/catalog.ts'
import type { ToolServers } from '../../../ports/tool-server.ts'
import { ownServer } from './entries.ts'
import type { HoldingsDeps } from './holdings.ts'
import { createOwnTools, type OwnTools } from './own-tools.ts'
import { type RegisterDeps, type RegisteredTool, registerTools } from './register-tools.ts'
import { createSkills, type Skills, type SkillsDeps } from './skills.ts'

export { hintsOf } from './annotations.ts'
export { codeName, resolveToolId } from './code-names.ts'
export type { OwnTool } from './own-tools.ts'
export { holdingsOf, ownEntries } from './owned.ts'
export type { RegisteredTool } from './register-tools.ts'

/** Everything that can be found: what upstreams list, what people register, and our own tools. */
interface Catalog extends HoldingsDeps {
  readonly catalog: CatalogStore
  readonly own: OwnTools
  readonly skills: Skills
  register(
    server: string,
    tools: readonly RegisteredTool[],
    description?: string,
  ): Promise<readonly CatalogTool[]>
  /** Whether a tool can be called now: it is ours, or its server is connected. */
  isConnected(tool: CatalogTool): boolean
}

interface CatalogDeps extends RegisterDeps, Omit<SkillsDeps, 'readResource'> {
  readonly servers: ToolServers
  readonly clientTools: HoldingsDeps['clientTools']
}

export function createCatalog(deps: CatalogDeps): Catalog {
  const { catalog, servers } = deps
  const own = createOwnTools(ownServer, deps.digest)
  const skills = createSkills({
    ...deps,
    readResource: (server, uri, caller) =>
      servers.request(server, 'resources/read', { uri }, { caller }),
  })
  return {
    catalog,
    own,
    skills,
    ownTools: own.listed,
    localSkills: skills.local,
    clientTools: deps.clientTools,
    configured: () => new Set(servers.names()),
    register: (server, tools, description) => registerTools(deps, server, tools, description),
    isConnected: ({ server }) => server === ownServer || servers.names().includes(server),
  }
}
