import { EngineError } from '../../errors.ts'
import type { Caller } from '../../ports/caller.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Digest } from '../../ports/digest.ts'
import type { Log } from '../../ports/log.ts'
import type { CatalogTool, JsonObject } from '../../ports/store/catalog.ts'
import type { Ledger } from '../../ports/store/ledger.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import type { ToolServers } from '../../ports/tool-server.ts'
import type { Gateway } from './gateway.ts'
import { type OversizedDeps, trimOversized } from './oversized.ts'
import { transparentNames } from './transparent.ts'
import type { View } from './view.ts'

/** A tool as MCP lists it. */
export interface ShownTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly annotations: JsonObject
}

/** Requests meant for the upstreams themselves, with oversized answers shortened. */
export interface Forwarding {
  /** One JSON-RPC request to one server; resolves to the `result`. */
  rpc(server: string, method: string, params: JsonObject, call: ForwardCall): Promise<unknown>
  /** Every tool that may be used, under a name of its own. */
  shownTools(): Promise<readonly ShownTool[]>
  /** Calls one of them; `undefined` when the name is not one of theirs. */
  callShown(name: string, args: JsonObject, call: ForwardCall): Promise<JsonObject | undefined>
}

export interface ForwardCall {
  readonly source: string
  readonly caller: Caller | undefined
  readonly signal: AbortSignal
  readonly onProgress?: (done: number, total?: number, message?: string) => void
}

export interface ForwardDeps {
  readonly servers: ToolServers
  readonly gateway: Gateway
  readonly views: { current(): Promise<View> }
  readonly trimDeps: OversizedDeps
  readonly ledger: Ledger
  readonly tokenizer: Tokenizer
  readonly digest: Digest
  readonly now: Clock
  readonly log: Log
}

export function createForwarding(deps: ForwardDeps): Forwarding {
  const { servers, gateway } = deps

  async function callTool(
    tool: CatalogTool,
    args: JsonObject,
    call: ForwardCall,
  ): Promise<JsonObject> {
    const era = await gateway.eraOf(tool.server)
    const { signal, onProgress } = call
    const answer = await servers.call(tool.server, tool.name, args, { era, signal, onProgress })
    gateway.refreshOnce(tool.server)
    return (await shorten(deps, answer.result, tool.id, call)) as JsonObject
  }

  return {
    async rpc(server, method, params, call) {
      requireServer(servers, server)
      if (method === 'ping') return {}
      if (method === 'tools/list') return { tools: await ownTools(deps, server) }
      if (method === 'tools/call')
        return callTool(
          await allowedTool(deps, server, params.name),
          asObject(params.arguments),
          call,
        )
      const era = await gateway.eraOf(server)
      const { signal } = call
      const result = await servers.request(server, method, params, { era, signal })
      return shorten(deps, result, `${server} ${method}`, call)
    },
    async shownTools() {
      await gateway.listNewcomers()
      const { names } = await upstreamNames(deps)
      return [...names].map(([name, tool]) => ({ ...toShown(tool), name }))
    },
    async callShown(name, args, call) {
      const { names } = await upstreamNames(deps)
      const tool = names.get(name)
      return tool ? callTool(tool, args, call) : undefined
    },
  }
}

async function upstreamNames({
  servers,
  views,
  digest,
}: ForwardDeps): Promise<{ names: ReadonlyMap<string, CatalogTool> }> {
  const { tools } = await views.current()
  const callable = [...tools.values()].filter(({ server }) => servers.names().includes(server))
  return { names: transparentNames(callable, digest) }
}

async function ownTools(deps: ForwardDeps, server: string): Promise<readonly ShownTool[]> {
  await deps.gateway.listNewcomers()
  const { tools } = await deps.views.current()
  return [...tools.values()].filter((tool) => tool.server === server).map(toShown)
}

async function allowedTool(deps: ForwardDeps, server: string, name: unknown): Promise<CatalogTool> {
  await deps.gateway.listNewcomers()
  const { tools, everyTool } = await deps.views.current()
  const isMeant = (tool: CatalogTool): boolean => tool.server === server && tool.name === name
  const tool = [...tools.values()].find(isMeant)
  if (tool) return tool
  const isWaiting = [...everyTool.values()].some(isMeant)
  throw isWaiting
    ? new EngineError('tool_not_callable', `${String(name)} of ${server} waits for approval`, {
        hint: `\`tamis gateway approve ${server}\` allows it.`,
      })
    : new EngineError('tool_not_found', `${server} has no tool ${String(name)}`, {
        details: { server },
      })
}

/** Shortens and accounts; an answer that cannot be kept is passed on whole, with a warning. */
async function shorten(
  deps: ForwardDeps,
  result: unknown,
  what: string,
  call: ForwardCall,
): Promise<unknown> {
  try {
    const { value, ids, chars } = await trimOversized(deps.trimDeps, result)
    if (ids.length > 0) await account(deps, { result, value, ids, chars, what, call })
    return value
  } catch (error) {
    deps.log.warn('result-not-shortened', {
      what,
      cause: error instanceof Error ? error.message : String(error),
    })
    return result
  }
}

interface Shortened {
  readonly result: unknown
  readonly value: unknown
  readonly ids: readonly string[]
  readonly chars: { readonly before: number; readonly after: number }
  readonly what: string
  readonly call: ForwardCall
}

async function account(
  { tokenizer, ledger, now }: ForwardDeps,
  shortened: Shortened,
): Promise<void> {
  const { result, value, ids, chars, what, call } = shortened
  const [before = 0, after = 0] = await tokenizer.count([
    JSON.stringify(result),
    JSON.stringify(value),
  ])
  await ledger.append([
    {
      at: now(),
      kind: 'gateway',
      ...(ids[0] ? { ref: ids[0] } : {}),
      source: call.source,
      ...(call.caller ? { caller: call.caller.name } : {}),
      chars,
      tokens: { before, after },
      durationMs: 0,
      isFallback: false,
      warnings: [],
      details: { what, ids },
    },
  ])
}

function requireServer(servers: ToolServers, server: string): void {
  if (servers.names().includes(server)) return
  throw new EngineError('server_not_found', `No upstream is called ${server}`, {
    hint: '`tamis gateway list` names them.',
    details: { server },
  })
}

function toShown({ name, description, inputSchema, annotations }: CatalogTool): ShownTool {
  return {
    name,
    description,
    inputSchema,
    annotations: {
      ...(annotations.isReadOnly === undefined ? {} : { readOnlyHint: annotations.isReadOnly }),
      ...(annotations.isDestructive === undefined
        ? {}
        : { destructiveHint: annotations.isDestructive }),
      ...(annotations.isIdempotent === undefined
        ? {}
        : { idempotentHint: annotations.isIdempotent }),
    },
  }
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {}
}
