import { createMcpHandler } from '@modelcontextprotocol/server'
import { EngineError } from '../../errors.ts'
import { type Profile, profiles } from '../../operations/operation.ts'
import { createMcpServer, type McpDeps } from './server.ts'

export interface McpEndpoint {
  readonly fetch: (request: Request) => Promise<Response>
  close(): Promise<void>
}

/** `/mcp?profile=…` over Streamable HTTP, for clients of both protocol eras. */
export function createMcpEndpoint(deps: McpDeps, maxBodyBytes: number): McpEndpoint {
  const handler = createMcpHandler(
    ({ requestInfo }) => createMcpServer(deps, profileOf(requestInfo)),
    { maxRequestBodySize: maxBodyBytes },
  )
  return {
    async fetch(request) {
      profileOf(request)
      return handler.fetch(request)
    },
    close: () => handler.close(),
  }
}

function profileOf(request: Request | undefined): Profile {
  const asked = request && new URL(request.url).searchParams.get('profile')
  if (!asked) return 'default'
  const profile = profiles.find((name) => name === asked)
  if (profile) return profile
  throw new EngineError('invalid_input', `There is no profile ${asked}`, {
    hint: `Profiles: ${profiles.join(', ')}.`,
    details: { path: 'profile' },
  })
}
