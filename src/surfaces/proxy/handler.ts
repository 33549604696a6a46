import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Caller, Conversations, Log, Traffic } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import type { ReadBody } from '../http/read-body.ts'
import type { Account } from './account/account.ts'
import type { Passage } from './account/passage.ts'
import { responseTap } from './account/response-tap.ts'
import { byteLength } from './body/body-bytes.ts'
import type { OpenBody } from './body/encoded-bodies.ts'
import { bodyPreparer, type Prepared } from './body/prepare-body.ts'
import { admit } from './route/admit.ts'
import { agentOf } from './route/agent-of.ts'
import type { Route } from './route/routes.ts'
import { sessionOf } from './route/session-of.ts'
import { type Target, targetFinder, type UpstreamSettings } from './route/target.ts'
import { type BeforeEnd, type Ended, forward, type Outgoing } from './upstream/forward.ts'
import { addToHeader, requestHeaders, setHeader } from './upstream/headers.ts'
import {
  type ThinkingDropper,
  thinkingDropped,
  thinkingDropper,
} from './upstream/thinking-dropper.ts'

interface ProxyDeps {
  readonly conversations: Pick<Conversations, 'sieve' | 'space'>
  readonly account: Account
  /** Resolves when a request is on record, or that takes too long; absent where nobody waits for it. */
  readonly putOnRecord?: (passage: Passage) => Promise<void>
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>
  readonly readBody: ReadBody
  /** Told of every request that is watched, while it lasts. */
  readonly running: Traffic['running']
  readonly now: () => number
  readonly openBody: OpenBody
  readonly log: Log
  readonly settings: ProxySettings
}

interface ProxySettings extends UpstreamSettings {
  /** Our own token, which must never reach a provider. */
  readonly token: string | undefined
}

/** One request through the proxy. Rejects with an `EngineError` while nothing has been answered. */
export type ProxyHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  visitor: Pick<Visitor, 'caller' | 'traceparent'>,
) => Promise<void>

export function createProxyHandler(deps: ProxyDeps): ProxyHandler {
  const { settings } = deps
  const findTarget = targetFinder(settings)
  const prepare = bodyPreparer(deps)
  return async (request, response, { caller, traceparent }) => {
    const startedAt = performance.now()
    const { route, target } = admit(request, findTarget)
    // All of it before anything is sent on: a slow client never holds a provider's connection.
    const body = await deps.readBody(request, response)
    const readAt = performance.now()
    const isBypassed = request.headers['x-tamis-bypass'] === '1'
    const mode = isBypassed ? 'repeat' : 'sieve'
    const prepared = await prepare(route, request, response, body, mode)
    const isWatched = (route.format !== undefined || prepared.warnings.length > 0) && !isBypassed
    if (response.destroyed) return
    const outgoing = toOutgoing(request, route, target, prepared, settings)
    if (traceparent !== undefined) setHeader(outgoing.headers, 'traceparent', traceparent)
    const bound = thinkingDropper(route, prepared, outgoing)
    const first = bound?.first() ?? outgoing
    const watched = { route, request, caller, startedAt, readAt, prepared, outgoing: first, bound }
    if (isWatched) await watch(deps, watched, response)
    else
      await forward(
        deps.dispatcher,
        { ...first, ownHeaders: [] },
        response,
        undefined,
        undefined,
        bound,
      )
  }
}

interface Watched {
  readonly route: Route
  readonly request: IncomingMessage
  readonly caller: Caller | undefined
  readonly startedAt: number
  /** When the whole request was here. */
  readonly readAt: number
  readonly prepared: Prepared
  readonly outgoing: Outgoing
  readonly bound: ThinkingDropper | undefined
}

/** Forwards, and tells the account how it went. */
async function watch(
  { dispatcher, account, putOnRecord, running, now }: ProxyDeps,
  { route, request, caller, startedAt, readAt, prepared, outgoing, bound }: Watched,
  response: ServerResponse,
): Promise<void> {
  const addedMs = performance.now() - readAt
  const tap = responseTap()
  const { sieved, warnings } = prepared
  const agent = agentOf(request.headers)
  const toPassage = (ended: Ended): Passage => ({
    route,
    path: withoutKeys(request.url ?? '/'),
    session: sessionOf(request.headers),
    agent,
    caller,
    sentBody: outgoing.body && prepared.body,
    sieved,
    warnings: bound?.isDropping() ? [...warnings, thinkingDropped] : warnings,
    ended,
    tap,
    durationMs: performance.now() - startedAt,
    addedMs,
  })
  const isOver = running.begin({
    at: now(),
    model: sieved?.model ?? '',
    agent: agent ?? '',
    conversation: sieved?.conversation.id ?? '',
  })
  let isOnRecord = false
  const beforeEnd: BeforeEnd | undefined =
    putOnRecord &&
    ((ended) => {
      isOnRecord = true
      return putOnRecord(toPassage(ended))
    })
  try {
    const ended = await forward(dispatcher, outgoing, response, tap, beforeEnd, bound)
    if (!isOnRecord) account.add(toPassage(ended))
  } catch (error) {
    if (error instanceof EngineError) account.add(toPassage(unanswered(error)))
    throw error
  } finally {
    isOver()
  }
}

function unanswered({ code }: EngineError): Ended {
  return { status: 0, contentEncoding: undefined, outcome: 'unanswered', refusal: code }
}

/** Some clients send their key in the query; it is shown to nobody. */
function withoutKeys(url: string): string {
  if (!url.includes('?')) return url
  return url.replace(/([?&][^=&]*(?:key|token|secret|signature)[^=&]*=)[^&]*/gi, '$1…')
}

function toOutgoing(
  request: IncomingMessage,
  route: Route,
  target: Target,
  prepared: Prepared,
  settings: ProxySettings,
): Outgoing {
  const headers = requestHeaders(request.rawHeaders, settings.token)
  if (target.keyHeader && !hasKey(headers)) headers.push(...target.keyHeader)
  const needed = prepared.sieved?.serverEdits?.header
  if (needed) addToHeader(headers, needed.name, needed.value)
  return {
    origin: target.origin,
    path: `${target.basePath}${route.rest}`,
    method: request.method ?? 'GET',
    headers,
    body: byteLength(prepared.sent) > 0 ? prepared.sent : undefined,
    ownHeaders: ownHeaders(prepared),
  }
}

function hasKey(headers: readonly string[]): boolean {
  return headers.some((name) => /^(?:authorization|x-api-key|x-goog-api-key|api-key)$/i.test(name))
}

function ownHeaders({ sieved, warnings }: Prepared): readonly string[] {
  const said = warnings.length > 0 ? ['x-tamis-warning', warnings.join(',')] : []
  if (!sieved) return said
  const { masked, pruned, chars } = sieved
  return [
    'x-tamis-masked',
    String(masked.length),
    'x-tamis-pruned',
    String(pruned.length),
    'x-tamis-saved-chars',
    String(chars.before - chars.after),
    ...said,
  ]
}
