import { type FormatName, findWireRoute, type UpstreamName } from '../../engine.ts'

/** What to do with a request. */
export interface Route {
  /** Absent: every byte is forwarded as it came. */
  readonly format?: FormatName
  readonly upstream: UpstreamName
  /** What follows the base URL, query included. */
  readonly rest: string
  /** The model, where the address names it. */
  readonly model?: string | undefined
}

interface RouteRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly isAnthropic: boolean
}

/** Whether the proxy answers under this path. */
export function isProxyPath(path: string): boolean {
  return path.startsWith('/v1/') || path.startsWith('/v1beta/') || findWireRoute(path) !== undefined
}

/** Base URLs end in the version, as `https://api.openai.com/v1` does; the rest of the path follows. */
export function routeOf({ method, url, isAnthropic }: RouteRequest): Route {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  const found = findWireRoute(path)
  if (!found) return otherRoute(url, isAnthropic)
  const { format, upstream, model } = found
  const rest = query === -1 ? found.rest : `${found.rest}${url.slice(query)}`
  const goesTo = isAnthropic ? 'anthropic' : upstream
  return { upstream: goesTo, rest, ...(method === 'POST' ? { format, model } : {}) }
}

function otherRoute(url: string, isAnthropic: boolean): Route {
  if (url.startsWith('/v1beta/')) return { upstream: 'gemini', rest: url.slice('/v1beta'.length) }
  const rest = url.startsWith('/v1/') ? url.slice('/v1'.length) : url
  return { upstream: isAnthropic ? 'anthropic' : 'openai', rest }
}
