import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '../../errors.ts'
import { routeRequest } from './route-table.ts'

/** Under which names we are reached, and from which pages. Hosts and origins are matched whole. */
export interface Access {
  readonly hosts: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
}

interface Refusal {
  readonly code: ErrorCode & ('host_forbidden' | 'origin_forbidden')
  readonly message: string
}

/** Addresses under which a daemon bound to `host` and `port` is reached from its own machine. */
export function loopbackAccess(
  host: string,
  port: number,
  extra: { hosts: readonly string[]; origins: readonly string[] },
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
  }
}

/** Whether only this machine reaches an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Why this request may not come in, decided from its head alone; `undefined` lets it on to the gate. */
export function refusalOf(request: IncomingMessage, access: Access): Refusal | undefined {
  const { host, origin } = request.headers
  const isPlainPath = request.url?.startsWith('/') ?? false
  if (!isPlainPath || countHeader(request, 'host') !== 1 || !access.hosts.has(host ?? ''))
    return { code: 'host_forbidden', message: 'This Host is not served here.' }
  if (origin !== undefined && !access.origins.has(origin))
    return { code: 'origin_forbidden', message: 'This Origin may not call Tamis.' }
  if (origin === undefined && isFromAnotherSite(request))
    return { code: 'origin_forbidden', message: 'Pages of other sites may not call Tamis.' }
  return undefined
}

/**
 * Browsers name no Origin when a page loads a picture, a script or a frame from us, but say that it is
 * another site's. A link to the dashboard may be followed from anywhere.
 */
function isFromAnotherSite(request: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers
  if (site !== 'cross-site' && site !== 'same-site') return false
  return !(mode === 'navigate' && routeRequest(request).route.who === 'anyone')
}

function countHeader(request: IncomingMessage, name: string): number {
  let count = 0
  for (let index = 0; index < request.rawHeaders.length; index += 2)
    if (request.rawHeaders[index]?.toLowerCase() === name) count++
  return count
}
