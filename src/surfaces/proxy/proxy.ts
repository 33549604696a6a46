import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent } from 'undici'
import type { Engine, Log, UpstreamName } from '../../engine.ts'
import { guardedLookup } from '../../network/addresses.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import type { ReadBody } from '../http/read-body.ts'
import { type Account, createAccount } from './account/account.ts'
import { recordKeeper } from './account/record-keeper.ts'
import type { OpenBody } from './body/encoded-bodies.ts'
import { createProxyHandler, type ProxyHandler } from './handler.ts'
import type { UpstreamSettings } from './route/target.ts'
import { withStandIn } from './upstream/stand-in.ts'

/** The `[proxy]` section of the configuration. */
export interface ProxyConfig {
  readonly upstreams: Readonly<Record<'openai' | 'anthropic' | 'gemini', string>>
  readonly namedUpstreams: Readonly<Record<string, NamedUpstreamConfig>>
  /** By the names of `namedUpstreams`. */
  readonly upstreamKeys?: Readonly<Record<string, string>>
  readonly allowedTargets: readonly string[]
  readonly openaiApiKey?: string | undefined
  readonly anthropicApiKey?: string | undefined
  readonly geminiApiKey?: string | undefined
  readonly connectTimeoutMs: number
  readonly headersTimeoutMs: number
  readonly bodyTimeoutMs: number
}

/** How bodies are read, within the limits of the daemon. */
export interface ProxyBodies {
  readonly readBody: ReadBody
  readonly openBody: OpenBody
}

export interface Proxy {
  handle(request: IncomingMessage, response: ServerResponse, visitor: Visitor): Promise<void>
  /** Resolves when every account is written and no connection is left. */
  close(): Promise<void>
}

/** The proxy over its own pool of connections. No redirect is ever followed. */
export function createProxy(
  log: Log,
  config: ProxyConfig,
  { readBody, openBody, token }: ProxyBodies & { readonly token?: string | undefined },
): Proxy {
  const dispatcher = new Agent({
    connect: { timeout: config.connectTimeoutMs, lookup: guardedLookup },
    headersTimeout: config.headersTimeoutMs,
    bodyTimeout: config.bodyTimeoutMs,
    // A client decides by itself how large an answer it wants.
    maxResponseSize: -1,
  })
  const sender = withStandIn(dispatcher)
  const settings = {
    upstreams: allUpstreams(config),
    allowedTargets: config.allowedTargets,
    token,
  }
  const handlers = new Map<Engine, { readonly account: Account; readonly handle: ProxyHandler }>()

  /** Conversations and accounts are each engine's own; connections to providers are shared. */
  function handlerOf(engine: Engine): { readonly handle: ProxyHandler } {
    const known = handlers.get(engine)
    if (known) return known
    const { conversations, traffic } = engine
    const isAwaited = engine.isShared
    const account = createAccount({
      conversations,
      log,
      traffic,
      now: Date.now,
      isAwaited,
    })
    const handle = createProxyHandler({
      ...{ conversations, account, dispatcher: sender, log, settings, readBody, openBody },
      running: traffic.running,
      now: Date.now,
      ...(isAwaited ? { putOnRecord: recordKeeper(account, log) } : {}),
    })
    const made = { account, handle }
    handlers.set(engine, made)
    return made
  }

  return {
    handle: (request, response, visitor) =>
      handlerOf(visitor.engine).handle(request, response, visitor),
    async close() {
      await Promise.all([...handlers.values()].map(({ account }) => account.settled()))
      await dispatcher.destroy()
    },
  }
}

interface NamedUpstreamConfig {
  readonly wire: UpstreamName
  readonly base_url: string
}

/** The three families with an address of their own, and all that have a name. */
function allUpstreams(config: ProxyConfig): UpstreamSettings['upstreams'] {
  const { upstreams, namedUpstreams, upstreamKeys = {} } = config
  const keyOf = (apiKey: string | undefined) => (apiKey === undefined ? {} : { apiKey })
  const families = [
    ['openai', config.openaiApiKey],
    ['anthropic', config.anthropicApiKey],
    ['gemini', config.geminiApiKey],
  ] as const
  return Object.fromEntries([
    ...families.map(([wire, apiKey]) => [
      wire,
      { wire, baseUrl: upstreams[wire], ...keyOf(apiKey) },
    ]),
    ...Object.entries(namedUpstreams).map(([name, { wire, base_url: baseUrl }]) => [
      name,
      { wire, baseUrl, ...keyOf(upstreamKeys[name]) },
    ]),
  ])
}
