import type { Caller } from '../../../ports/caller.ts'
import type { CatalogTool, JsonObject } from '../../../ports/store/catalog.ts'
import type { ToolCallResult, ToolServers, UpstreamOptions } from '../../../ports/tool-server.ts'
import type { Admission } from './admission.ts'
import { withServerNamed } from './consent.ts'
import type { Upstreams } from './upstreams.ts'

interface UpstreamCall extends Omit<UpstreamOptions, 'era'> {
  readonly caller: Caller | undefined
}

/** Sends one call to a tool that was admitted. */
export type CallUpstream = (
  tool: CatalogTool,
  args: JsonObject,
  call: UpstreamCall,
) => Promise<ToolCallResult>

/** The one way from our own tools and workflows to an upstream's; each call is counted. */
export function createCallUpstream(deps: {
  readonly servers: ToolServers
  readonly upstreams: Upstreams
  readonly admission: Admission
}): CallUpstream {
  const { servers, upstreams, admission } = deps
  return async (tool, args, { client: behind, ...options }) => {
    const { caller } = options
    admission.countCall(caller, tool)
    const era = await upstreams.eraOf(tool.server)
    const client = behind && withServerNamed(behind, tool.server)
    const answer = await servers.call(tool.server, tool.name, args, { era, ...options, client })
    upstreams.refreshOnce(tool.server, caller)
    return answer
  }
}
