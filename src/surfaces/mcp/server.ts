import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type Engine, requireScope } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import type { Call, Profile } from '../../operations/operation.ts'
import { operationOfTool, toolsOf } from '../../operations/tools.ts'
import type { Visitor } from '../../operations/visitor.ts'
import { toolError } from '../http/error-projections.ts'
import { callTransparent, transparentTools } from './transparent.ts'

export interface McpDeps extends Visitor {
  readonly version: string
  readonly onFault: (error: unknown) => void
}

/** A fresh MCP server for one request or connection: shared ones have answered the wrong client. */
export function createMcpServer(deps: McpDeps, profile: Profile): Server {
  const { engine, caller, session, version, onFault } = deps
  const server = new Server(
    { name: 'tamis', version },
    { capabilities: { tools: {} }, instructions },
  )
  server.setRequestHandler('tools/list', async () => ({
    tools: profile === 'transparent' ? await transparentTools(deps) : [...toolsOf(profile)],
  }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const call = {
      ...{ source: 'mcp', caller, session, signal: context.mcpReq.signal },
      ...progressOf(context),
    }
    try {
      return await callTool(engine, profile, params.name, params.arguments ?? {}, call)
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      if (error instanceof EngineError) return failed(toolError(error))
      onFault(error)
      return failed(
        JSON.stringify({ code: 'internal_error', message: 'Tamis failed on this call' }),
      )
    }
  })
  return server
}

async function callTool(
  engine: Engine,
  profile: Profile,
  name: string,
  args: Record<string, unknown>,
  call: Call,
): Promise<CallToolResult> {
  if (profile === 'transparent') {
    requireScope(call.caller, 'write', name)
    const answer = await callTransparent(engine, name, args, call)
    if (answer) return answer
  }
  const operation = operationOfTool(name)
  if (!operation) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${name}`)
  return (await operation.runForTool(engine, args, call)) as CallToolResult
}

/** Progress goes to callers that asked for it; one that has left is not told. */
function progressOf({ mcpReq }: ServerContext): Pick<Call, 'onProgress'> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return {}
  return {
    onProgress: ({ done, total, message }) => {
      const params = { progressToken, progress: done, message, ...(total ? { total } : {}) }
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
    },
  }
}

const instructions =
  'Tamis keeps large texts out of the context. pml_discover finds tools by intent, pml_get_details shows one, pml_execute runs it. prune_text shortens a text for a goal; recover_text brings back what a ⟦PRUNÉ …⟧ marker or a masked result left out.'

function failed(text: string): { content: { type: 'text'; text: string }[]; isError: true } {
  return { content: [{ type: 'text', text }], isError: true }
}
