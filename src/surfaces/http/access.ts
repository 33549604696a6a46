import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '../../errors.ts'

/** Who may come in. Hosts and origins are matched whole. */
export interface Access {
  readonly hosts: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
  readonly token: string | undefined
}

export interface Refusal {
  readonly code: ErrorCode & ('host_forbidden' | 'origin_forbidden' | 'token_invalid')
  readonly message: string
}

/** Addresses under which a daemon bound to `host` and `port` is reached from its own machine. */
export function loopbackAccess(
  host: string,
  port: number,
  extra: { hosts: readonly string[]; origins: readonly string[]; token: string | undefined },
): Access {
  const names = new Set([
    '127.0.0.1',
    'localhost',
    '[::1]',
    host.includes(':') ? `[${host}]` : host,
  ])
  const own = [...names].map((name) => `${name}:${port}`)
  return {
    hosts: new Set([...own, ...extra.hosts]),
    origins: new Set([...own.map((authority) => `http://${authority}`), ...extra.origins]),
    token: extra.token,
  }
}

/** Why this request may not come in, decided from its head alone; `undefined` lets it in. */
export function refusalOf(request: IncomingMessage, access: Access): Refusal | undefined {
  const { host, origin } = request.headers
  const isPlainPath = request.url?.startsWith('/') ?? false
  if (!isPlainPath || countHeader(request, 'host') !== 1 || !access.hosts.has(host ?? ''))
    return { code: 'host_forbidden', message: 'This Host is not served here.' }
  if (origin !== undefined && !access.origins.has(origin))
    return { code: 'origin_forbidden', message: 'This Origin may not call Tamis.' }
  if (access.token !== undefined && !isPage(request) && !hasToken(request, access.token))
    return { code: 'token_invalid', message: 'A valid token is needed.' }
  return undefined
}

/** The files of the dashboard hold nothing of the user; a browser cannot send a token with a first visit. */
function isPage({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && /^\/(?:assets\/[\w.-]+|favicon\.svg)?(?:\?|$)/.test(url)
}

function countHeader(request: IncomingMessage, name: string): number {
  let count = 0
  for (let index = 0; index < request.rawHeaders.length; index += 2)
    if (request.rawHeaders[index]?.toLowerCase() === name) count++
  return count
}

/** `x-tamis-token` where `authorization` is the provider's; either will do elsewhere. */
function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const own = headers['x-tamis-token']
  const bearer = headers.authorization?.match(/^Bearer (.+)$/i)?.[1]
  return [own, bearer].some((value) => typeof value === 'string' && isEqual(value, token))
}

function isEqual(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
