import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { type Engine, requireScope } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import type { Call, Profile } from '../../operations/operation.ts'
import { operationOfTool, toolsOf } from '../../operations/tools.ts'
import { toolError } from '../http/error-projections.ts'
import { type Declared, declaredBy } from './client-of-call.ts'
import type { HeldCalls } from './held-calls.ts'
import { type Offers, offer, offeredCapabilities } from './offer.ts'
import { clientKey, runWithClient } from './run-with-client.ts'
import { serveTasks } from './tasks/serve-tasks.ts'
import type { Tasks } from './tasks/tasks.ts'
import { taskCapabilities } from './tasks/wire.ts'
import { callTransparent, transparentTools } from './transparent.ts'

export interface McpDeps {
  readonly version: string
  readonly onFault: (error: unknown) => void
  readonly held: HeldCalls
  readonly tasks: Tasks
  readonly visitorOf: (context: ServerContext) => Visitor
  /** What of the upstreams is offered beside tools. */
  readonly offers: Offers
  /** Where the connection lasts: tells when the tools of an upstream changed. */
  readonly onToolsChanged?: Engine['discovery']['onToolsChanged'] | undefined
}

/** An MCP server for one request, session or connection: shared ones have answered the wrong client. */
export function createMcpServer(deps: McpDeps, profile: Profile): Server {
  const { version, visitorOf, offers } = deps
  const tools = profile === 'transparent' ? { listChanged: true } : {}
  const server = new Server(
    { name: 'tamis', version },
    {
      capabilities: { tools, logging: {}, ...offeredCapabilities(offers), ...taskCapabilities },
      instructions,
    },
  )
  serveTasks(server, deps.tasks, visitorOf)
  offer(server, offers, visitorOf)
  if (profile === 'transparent') announceTools(server, deps)
  let logLevel: string | undefined
  const handshake = (): Declared => ({
    capabilities: { ...server.getClientCapabilities() },
    logLevel,
  })
  server.setRequestHandler('logging/setLevel', ({ params }) => {
    logLevel = params.level
    return {}
  })
  server.setRequestHandler('tools/list', async (_, context) => ({
    tools:
      profile === 'transparent'
        ? await transparentTools(visitorOf(context), clientKey(context, visitorOf(context)))
        : toolsOf(profile).map(withTasks),
  }))
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const { name, arguments: args = {}, task } = params
    if (task && profile !== 'transparent' && !runsUpstreams.includes(name))
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${name} is no task`)
    const visitor = visitorOf(context)
    const declared = declaredBy(context, handshake())
    return runWithClient(deps, server, { context, visitor, declared, task }, (call) =>
      answerCall(deps, profile, name, args, { source: 'mcp', ...visitor, ...call }),
    )
  })
  return server
}

/** What calls upstream tools, and may take as long as they do. */
const runsUpstreams = ['pml_execute', 'execute']

function withTasks(tool: Tool): Tool {
  return runsUpstreams.includes(tool.name)
    ? { ...tool, execution: { taskSupport: 'optional' } }
    : tool
}

/** The list of the transparent profile changes with the upstreams; that of the others never does. */
function announceTools(server: Server, { onToolsChanged }: McpDeps): void {
  const end = onToolsChanged?.(() => {
    // Whoever listens to no stream asks again by itself.
    server.sendToolListChanged().catch(() => undefined)
  })
  server.onclose = () => end?.()
}

async function answerCall(
  { onFault }: McpDeps,
  profile: Profile,
  name: string,
  args: Record<string, unknown>,
  { engine, ...call }: Call & Pick<Visitor, 'engine'>,
): Promise<CallToolResult> {
  try {
    return await callTool(engine, profile, name, args, call)
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    if (error instanceof EngineError) return failed(toolError(error))
    onFault(error)
    return failed(JSON.stringify({ code: 'internal_error', message: 'Tamis failed on this call' }))
  }
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

const instructions =
  'Tamis keeps large texts out of the context. pml_discover finds tools by intent, pml_get_details shows one, pml_execute runs it. prune_text shortens a text for a goal; recover_text brings back what a ⟦PRUNÉ …⟧ marker or a masked result left out.'

function failed(text: string): { content: { type: 'text'; text: string }[]; isError: true } {
  return { content: [{ type: 'text', text }], isError: true }
}
