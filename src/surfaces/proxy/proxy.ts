import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent } from 'undici'
import type { Engine, Log } from '../../engine.ts'
import type { Visitor } from '../../operations/visitor.ts'
import type { ReadBody } from '../http/read-body.ts'
import { type Account, createAccount } from './account.ts'
import { guardedLookup } from './addresses.ts'
import type { OpenBody } from './encoded-bodies.ts'
import { createProxyHandler, type ProxyHandler } from './handler.ts'
import { recordKeeper } from './record-keeper.ts'
import type { UpstreamSettings } from './target.ts'

/** The `[proxy]` section of the configuration. */
export interface ProxyConfig extends Omit<UpstreamSettings, 'apiKeys'> {
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
  const settings = {
    upstreams: config.upstreams,
    allowedTargets: config.allowedTargets,
    token,
    apiKeys: apiKeys(config),
  }
  const desks = new Map<Engine, { readonly account: Account; readonly handle: ProxyHandler }>()

  /** Conversations and accounts are each engine's own; connections to providers are shared. */
  function deskOf(engine: Engine): { readonly handle: ProxyHandler } {
    const known = desks.get(engine)
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
      ...{ conversations, account, dispatcher, log, settings, readBody, openBody },
      ...(isAwaited ? { putOnRecord: recordKeeper(account, log) } : {}),
    })
    const desk = { account, handle }
    desks.set(engine, desk)
    return desk
  }

  return {
    handle: (request, response, visitor) =>
      deskOf(visitor.engine).handle(request, response, visitor),
    async close() {
      await Promise.all([...desks.values()].map(({ account }) => account.settled()))
      await dispatcher.destroy()
    },
  }
}

function apiKeys({ openaiApiKey, anthropicApiKey, geminiApiKey }: ProxyConfig) {
  return {
    ...(openaiApiKey ? { openai: openaiApiKey } : {}),
    ...(anthropicApiKey ? { anthropic: anthropicApiKey } : {}),
    ...(geminiApiKey ? { gemini: geminiApiKey } : {}),
  }
}
