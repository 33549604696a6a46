import { createMcpHandler } from '@modelcontextprotocol/server'
import { EngineError } from '../../errors.ts'
import { type Profile, profiles } from '../../operations/operation.ts'
import type { Visitor } from '../../operations/visitor.ts'
import { createMcpServer, type McpDeps } from './server.ts'

export interface McpEndpoint {
  readonly fetch: (request: Request, visitor: Visitor) => Promise<Response>
  close(): Promise<void>
}

/** `/mcp?profile=…` over Streamable HTTP, for clients of both protocol eras. */
export function createMcpEndpoint(
  deps: Omit<McpDeps, keyof Visitor>,
  maxBodyBytes: number,
): McpEndpoint {
  const handler = createMcpHandler(
    ({ requestInfo, authInfo }) =>
      createMcpServer({ ...deps, ...visitorIn(authInfo?.extra) }, profileOf(requestInfo)),
    { maxRequestBodySize: maxBodyBytes },
  )
  return {
    async fetch(request, visitor) {
      profileOf(request)
      // The token itself stays at the gate.
      return handler.fetch(request, {
        authInfo: {
          token: '',
          clientId: visitor.caller?.name ?? '',
          scopes: [],
          extra: { visitor },
        },
      })
    },
    close: () => handler.close(),
  }
}

/** The visitor that `fetch` sent along; nobody else can have put one there. */
function visitorIn(extra: Readonly<Record<string, unknown>> | undefined): Visitor {
  const visitor = extra?.visitor as Visitor | undefined
  if (visitor) return visitor
  throw new EngineError('token_invalid', 'Nobody was let in with this request.')
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
