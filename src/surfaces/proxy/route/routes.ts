import type { IncomingHttpHeaders } from 'node:http'
import {
  type FormatName,
  familyOfHeaders,
  familyOfPath,
  findWireRoute,
  loginOf,
  type UpstreamName,
  upstreamFamilies,
} from '../../../engine.ts'

/** What to do with a request. */
export interface Route {
  /** Absent: every byte is forwarded unchanged. */
  readonly format?: FormatName
  readonly upstream: UpstreamName
  /** The upstream of this name, whatever its family. */
  readonly name?: string
  /** What follows the base URL, query included. */
  readonly rest: string
  /** The path without its query, as the family knows it. */
  readonly path: string
  /** The request brings a login that only the upstream of this name takes. */
  readonly login?: string
  /** The model, where the address names it. */
  readonly model?: string | undefined
}

interface RouteRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

const named = /^\/u\/([^/]+)(\/.*)$/

/** Whether the proxy answers under this path. */
export function isProxyPath(path: string): boolean {
  return (
    path.startsWith('/v1/') ||
    path.startsWith('/u/') ||
    findWireRoute(path) !== undefined ||
    familyOfPath(path) !== undefined
  )
}

/** Base URLs end in the version, as `https://api.openai.com/v1` does; the rest of the path follows. */
export function routeOf({ method, url, headers }: RouteRequest): Route {
  const query = url.indexOf('?')
  const search = query === -1 ? '' : url.slice(query)
  const whole = query === -1 ? url : url.slice(0, query)
  const [, name, path = whole] = (whole.startsWith('/u/') && named.exec(whole)) || []
  const found = findWireRoute(path)
  if (!found) return { ...otherRoute(path, search, headers), ...nameOf(name) }
  const { format, upstream, rest, model } = found
  const login = loginOf(headers)
  return {
    upstream: upstreamFamilies[upstream].isShared ? familyOfHeaders(headers) : upstream,
    rest: `${rest}${search}`,
    path,
    ...nameOf(name),
    ...(login === undefined ? nothing : { login }),
    ...(method === 'POST' ? { format, model } : nothing),
  }
}

/** A path that is known to be one family's goes there; any other under `/v1` where the headers say. */
function otherRoute(path: string, search: string, headers: IncomingHttpHeaders): Route {
  const upstream = familyOfPath(path) ?? familyOfHeaders(headers)
  const { base } = upstreamFamilies[upstream]
  const version = path.startsWith(`${base}/`) ? base : '/v1'
  const rest = path.startsWith(`${version}/`) ? path.slice(version.length) : path
  return { upstream, path, rest: `${rest}${search}` }
}

function nameOf(name: string | undefined): Pick<Route, 'name'> {
  return name === undefined ? nothing : { name }
}

const nothing = {}
