import { Server } from '@modelcontextprotocol/server'
import type { Engine } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import type { Profile } from '../../operations/operation.ts'
import { operationOfTool, toolsOf } from '../../operations/tools.ts'

export interface McpDeps {
  readonly engine: Engine
  readonly version: string
  readonly onFault: (error: unknown) => void
}

/** A fresh MCP server for one request or connection: shared ones have answered the wrong client. */
export function createMcpServer({ engine, version, onFault }: McpDeps, profile: Profile): Server {
  const server = new Server(
    { name: 'tamis', version },
    { capabilities: { tools: {} }, instructions },
  )
  server.setRequestHandler('tools/list', () => ({ tools: [...toolsOf(profile)] }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const operation = operationOfTool(params.name)
    if (!operation) return failed(`Unknown tool ${params.name}`)
    try {
      const call = { source: 'mcp', signal: context.mcpReq.signal }
      const output = await operation.run(engine, params.arguments ?? {}, call)
      return { content: [{ type: 'text', text: JSON.stringify(output) }] }
    } catch (error) {
      if (error instanceof EngineError) return failed(JSON.stringify(describe(error)))
      onFault(error)
      return failed(
        JSON.stringify({ code: 'internal_error', message: 'Tamis failed on this call' }),
      )
    }
  })
  return server
}

const instructions =
  'Tamis keeps large texts out of the context. prune_text shortens a text for a goal; recover_text brings back what a ⟦PRUNÉ …⟧ marker or a masked result left out.'

function failed(text: string): { content: { type: 'text'; text: string }[]; isError: true } {
  return { content: [{ type: 'text', text }], isError: true }
}

function describe({ code, message, hint, details }: EngineError): object {
  return { code, message, ...(hint ? { hint } : {}), ...details }
}
