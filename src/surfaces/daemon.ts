import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AccessTokens, type Engine, type Log, requestLimits, requireScope } from '../engine.ts'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'
import { createDoors } from './daemon-doors.ts'
import { listen } from './daemon-listen.ts'
import { keepSources, keepSweeping } from './daemon-sweeping.ts'
import { type Access, isLoopback, loopbackAccess, refusalOf } from './http/access.ts'
import { drain, trackSilentSockets } from './http/drain.ts'
import { stackOf, withErrorBoundary } from './http/error-boundary.ts'
import { createGate } from './http/gate.ts'
import { trackOpenRequests } from './http/open-requests.ts'
import { routeRequest, type ServedRoute } from './http/route-table.ts'
import { type OtherLanguage, sayTo } from './http/say-to.ts'
import { sendJson } from './http/send.ts'
import { watchRequest } from './http/watch-request.ts'
import type { ProxyConfig } from './proxy/proxy.ts'

export interface DaemonDeps {
  /** The engine of the namespace that a caller's token says, or of those who come without one. */
  engineOf(namespace: string | undefined): Promise<Engine>
  /** Absent where the store is in the home. */
  readonly isStoreThere?: (() => boolean) | undefined
  readonly log: Log
  readonly version: string
  readonly settings: DaemonSettings
  readonly proxy: ProxyConfig
  /** The language of the page, where that is not English. */
  readonly language?: OtherLanguage | undefined
}

export interface DaemonSettings {
  readonly host: string
  readonly port: number
  readonly token?: string | undefined
  readonly requireToken: boolean
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  readonly maxBodyBytes: number
  /** Of all requests together. */
  readonly maxBytesInFlight: number
  readonly drainTimeoutMs: number
  /** The language of the page; English where nothing is said. */
  readonly locale?: 'en' | 'fr' | undefined
  /** Processes of upstreams that clients may have open at once; as many as there is memory for where nothing is said. */
  readonly maxSessions?: number | undefined
}

export interface Daemon {
  readonly url: string
  readonly port: number
  /** Lets requests that are under way finish, refuses new ones, and resolves when all is closed. */
  close(): Promise<void>
}

/** Not by `import`, which would also read the client half that fills Node's `fetch`: a fifth of the start. */
const { createServer } = process.getBuiltinModule('node:http')

/** Node's defaults let a slow client hold a socket for minutes. */
const timeouts = {
  headersTimeout: 8000,
  requestTimeout: 14_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 500,
}

/** Every door on one port. Resolves once the daemon answers. */
export async function startDaemon(deps: DaemonDeps): Promise<Daemon> {
  const { log, settings } = deps
  const sweeping = new Map<Engine, () => void>()
  const engineOf = async (namespace: string | undefined): Promise<Engine> => {
    const engine = await deps.engineOf(namespace)
    if (!sweeping.has(engine)) sweeping.set(engine, keepSweeping(engine, log))
    return engine
  }
  const root = await engineOf(undefined)
  const { tokens, meter, tracer } = root
  const isTokenNeeded =
    settings.requireToken || settings.token !== undefined || !isLoopback(settings.host)
  if (isTokenNeeded) await requireSomeToken(tokens, settings, log)
  const onFault = (error: unknown): void => log.error('request-failed', { cause: stackOf(error) })
  const closing = new AbortController()
  const tell = sayTo(deps.language)
  const doors = createDoors(deps, onFault, closing.signal, tell)
  const gate = createGate({
    tokens,
    limits: requestLimits(() => performance.now()),
    token: settings.token,
    isTokenNeeded,
  })

  const openRequests = trackOpenRequests({
    tokens,
    sessionTokens: doors.sessionTokens,
    onEnded: doors.endSessions,
    onFault,
  })

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    { who, title, door }: ServedRoute,
    traceparent: string | undefined,
  ): Promise<void> {
    if (door === 'ready') return sendReady(response, deps.isStoreThere?.() ?? true)
    if (who === 'anyone') return doors.page(request, response)
    const caller = await gate(request)
    if (caller?.tokenId !== undefined) openRequests.add(caller.tokenId, response)
    if (who !== 'caller') requireScope(caller, who, title)
    const engine = caller ? await engineOf(caller.namespace) : root
    await doors.handle(door, request, response, { engine, caller, traceparent })
  }

  let access: Access | undefined
  let isDraining = false
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const routed = routeRequest(request)
    const span = watchRequest({ meter, tracer }, request, response, routed)
    const refusal = access && refusalOf(request, access)
    if (refusal) throw new EngineError(refusal.code, refusal.message)
    if (isDraining) throw stopping(response)
    const work = (): Promise<void> => serve(request, response, routed.route, span?.traceparent)
    await (span ? span.run(work) : work())
  }
  const server = createServer(timeouts, withErrorBoundary(answer, onFault, tell))
  const silentSockets = trackSilentSockets(server)
  const port = await listen(server, settings)
  access = loopbackAccess(settings.host, port, {
    hosts: settings.allowedHosts,
    origins: settings.allowedOrigins,
  })
  // After this turn: whoever waits for the daemon hears of it first.
  setImmediate(() => void doors.open().catch(onFault))
  const stopSources = keepSources(root, log)

  return {
    url: `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`,
    port,
    async close() {
      isDraining = true
      for (const stopSweeping of sweeping.values()) stopSweeping()
      closing.abort()
      silentSockets.close()
      openRequests.stop()
      const drained = drain(server, silentSockets, settings.drainTimeoutMs)
      await stopSources(settings.drainTimeoutMs)
      await drained
      await doors.close()
    },
  }
}

function stopping(response: ServerResponse): EngineError {
  response.setHeader('connection', 'close')
  return new EngineError('shutting_down', 'Tamis is stopping')
}

function sendReady(response: ServerResponse, isStoreThere: boolean): void {
  sendJson(
    response,
    200,
    JSON.stringify({ status: 'ready', store: isStoreThere ? 'there' : 'away' }),
  )
}

/** A daemon that nobody can enter, or that everybody on the network could, does not start. */
async function requireSomeToken(
  tokens: AccessTokens,
  { host, token }: DaemonSettings,
  log: Log,
): Promise<void> {
  if (token !== undefined || (await hasTokens(tokens, log))) return
  throw new EngineError(
    'config_invalid',
    phrase`Serving ${host} needs a token, and there is none`,
    {
      hint: 'Make one with `tamis token create NAME --scope admin`, set TAMIS_TOKEN (16 characters or more) in the environment, or bind 127.0.0.1.',
    },
  )
}

/** While the store is away nobody knows; whoever comes then is let in only with a token it confirms. */
async function hasTokens(tokens: AccessTokens, log: Log): Promise<boolean> {
  try {
    return (await tokens.list()).length > 0
  } catch (error) {
    if (!(error instanceof EngineError && error.code === 'store_unavailable')) throw error
    log.warn('tokens-not-known-yet', { cause: error.message })
    return true
  }
}
