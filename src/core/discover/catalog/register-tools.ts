import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { CatalogStore, CatalogTool } from '../../../ports/store/catalog.ts'
import type { ListedTool, ToolServers } from '../../../ports/tool-server.ts'
import { adoptTools } from './adopt-tools.ts'
import { ownServer } from './entries.ts'
import { sanitizeText } from './sanitize.ts'

/** A tool brought by someone who knows it, with what a listing does not have. */
export interface RegisteredTool extends ListedTool {
  readonly tags?: readonly string[]
  readonly examples?: readonly string[]
}

export interface RegisterDeps {
  readonly catalog: CatalogStore
  readonly servers: ToolServers
  readonly digest: Digest
}

/** Puts the tools of a server that is not connected into the catalog, in place of what it had. */
export async function registerTools(
  { catalog, servers, digest }: RegisterDeps,
  server: string,
  tools: readonly RegisteredTool[],
  description = '',
): Promise<readonly CatalogTool[]> {
  if (server === ownServer || servers.names().includes(server))
    throw new EngineError('invalid_input', phrase`${server} is connected and speaks for itself`, {
      hint: 'Choose another server name.',
      details: { path: 'server' },
    })
  const tagsOf = new Map(tools.map((tool) => [tool.name, tool.tags ?? []]))
  const examples = new Map(tools.map((tool) => [tool.name, tool.examples ?? []]))
  const adopted = adoptTools(server, tools, [], { digest, isQuarantined: false, examples })
  const tagged = adopted.map((tool) => ({ ...tool, tags: tagsOf.get(tool.name) ?? [] }))
  await catalog.replaceTools(server, tagged)
  await catalog.saveServer({
    name: server,
    description: sanitizeText(description).text,
    kind: 'registered',
    isQuarantined: false,
  })
  return tagged
}
