import type { Engine } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import type { ToolResult } from '../../operations/operation.ts'
import { rpcError } from '../http/error-projections.ts'
import { callCompanion, companionTools } from './companions.ts'
import { ownerOf } from './visitor-of.ts'

export type Message = Readonly<Record<string, unknown>>
type Relay = ReturnType<Engine['discovery']['forwarding']['relay']>

/** One upstream for one client: what passes, what we answer ourselves, what the client gets to see. */
export interface RelayedServer {
  readonly server: string
  readonly relay: Relay
  /** Whose token came with the request. */
  readonly owner: string | undefined
  /** Our own answer to a client's message, or `undefined` to send it on. */
  answer(message: Message, signal: AbortSignal): Promise<Message | undefined>
  review(message: Message): Promise<Message>
}

export function createRelayedServer({ engine, caller }: Visitor, server: string): RelayedServer {
  const relay = engine.discovery.forwarding.relay(server, { source: 'mcp', caller })
  return {
    server,
    relay,
    owner: ownerOf({ caller }) || undefined,
    async answer(message, signal) {
      const { id, method, params } = message
      try {
        const own = method === 'tools/call' ? asObject(params) : {}
        const call = { source: 'mcp', caller, signal }
        const output = await callCompanion(engine, own.name, own.arguments ?? {}, call)
        if (output !== undefined) return success(message, output)
        await relay.check(message)
        return undefined
      } catch (error) {
        if (!(error instanceof EngineError) || id === undefined) throw error
        return failure(id, error)
      }
    },
    async review(message) {
      const reviewed = await relay.review(message)
      const result = asObject(reviewed.result)
      if (!Array.isArray(result.tools)) return reviewed
      return { ...reviewed, result: { ...result, tools: withCompanions(result) } }
    },
  }
}

/** A JSON-RPC error with the code that stands in our table. */
export function failure(id: unknown, error: EngineError): Message {
  return { jsonrpc: '2.0', id, error: rpcError(error) }
}

/** Ours stand at the end of the last page; an upstream's tool of the same name gives way. */
function withCompanions({ tools, nextCursor }: Message): readonly unknown[] {
  const own = companionTools()
  const ownNames: readonly unknown[] = own.map(({ name }) => name)
  const theirs = (tools as readonly unknown[]).filter(
    (tool) => !ownNames.includes(asObject(tool).name),
  )
  return nextCursor === undefined ? [...theirs, ...own] : theirs
}

function success({ id, params }: Message, output: ToolResult): Message {
  const isModern = modernKey in asObject(asObject(params)._meta)
  return {
    jsonrpc: '2.0',
    id,
    result: {
      ...output,
      ...(isModern ? { resultType: 'complete' } : {}),
    },
  }
}

const modernKey = 'io.modelcontextprotocol/protocolVersion'

function asObject(value: unknown): Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Message)
    : {}
}
