import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { type AskedClient, type Engine, requireScope } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import type { Call, Profile } from '../../operations/operation.ts'
import { operationOfTool, toolsOf } from '../../operations/tools.ts'
import { toolError } from '../http/error-projections.ts'
import {
  askDuringCall,
  type Declared,
  declaredBy,
  isReachable,
  isStateless,
} from './client-of-call.ts'
import type { HeldCalls, RoundResult } from './held-calls.ts'
import { type Offers, offer, offeredCapabilities } from './offer.ts'
import { callTransparent, transparentTools } from './transparent.ts'
import { ownerOf } from './visitor-of.ts'

export interface McpDeps {
  readonly version: string
  readonly onFault: (error: unknown) => void
  readonly held: HeldCalls
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
    { capabilities: { tools, logging: {}, ...offeredCapabilities(offers) }, instructions },
  )
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
        ? await transparentTools(visitorOf(context))
        : [...toolsOf(profile)],
  }))
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const { name, arguments: args = {} } = params
    return withClient(deps, context, declaredBy(context, handshake()), (client, signal) =>
      answerCall(deps, profile, name, args, {
        ...{ source: 'mcp', signal, client, ...visitorOf(context) },
        ...progressOf(context),
      }),
    )
  })
  return server
}

/** The list of the transparent profile changes with the upstreams; that of the others never does. */
function announceTools(server: Server, { onToolsChanged }: McpDeps): void {
  const end = onToolsChanged?.(() => {
    // Whoever listens to no stream asks again by itself.
    server.sendToolListChanged().catch(() => undefined)
  })
  server.onclose = () => end?.()
}

/** Runs a call with the client behind it, where that can be asked anything or wants to be told. */
async function withClient(
  { held, visitorOf }: McpDeps,
  context: ServerContext,
  declared: Declared,
  run: (client: AskedClient | undefined, signal: AbortSignal) => Promise<CallToolResult>,
): Promise<RoundResult> {
  if (!isReachable(declared)) return run(undefined, context.mcpReq.signal)
  const visitor = visitorOf(context)
  const owner = ownerOf(visitor)
  if (isStateless(context))
    return held.run(context, owner, (asking, signal) =>
      run({ ...declared, ...asking, key: `caller ${owner}`, isOfOneCall: true }, signal),
    )
  // Without a session nobody could bring the answer back to us.
  if (visitor.session === undefined) return run(undefined, context.mcpReq.signal)
  const key = `session ${visitor.session}`
  const client = { ...declared, ...askDuringCall(context), key, isOfOneCall: false }
  return run(client, context.mcpReq.signal)
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

/** Progress goes to callers that asked for it; one that has left is not told. */
function progressOf({ mcpReq }: ServerContext): Pick<Call, 'onProgress'> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return {}
  return {
    onProgress: ({ done, total, message }) => {
      const said = { progress: done, message: String(message) }
      const params = { progressToken, ...said, ...(total ? { total } : {}) }
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
    },
  }
}

const instructions =
  'Tamis keeps large texts out of the context. pml_discover finds tools by intent, pml_get_details shows one, pml_execute runs it. prune_text shortens a text for a goal; recover_text brings back what a ⟦PRUNÉ …⟧ marker or a masked result left out.'

function failed(text: string): { content: { type: 'text'; text: string }[]; isError: true } {
  return { content: [{ type: 'text', text }], isError: true }
}
