import { findWireRoute, type Scope } from '../../engine.ts'
import { isProxyPath } from '../proxy/route/routes.ts'

export type Door =
  | 'proxy'
  | 'rpc'
  | 'mcp'
  | 'gateway'
  | 'api'
  | 'page'
  | 'metrics'
  | 'health'
  | 'ready'

/**
 * One row of what is served: the doors, the check of who may come in, the metrics and the reference
 * are all read from here.
 */
export interface ServedRoute {
  /** As the reference shows it. */
  readonly path: string
  readonly method: 'GET' | 'POST' | 'any'
  /** The label of metrics, and who answers. */
  readonly door: Door
  /**
   * `anyone`: no token is asked for. `caller`: whoever was let in; what is called asks for its own
   * scope. Otherwise the scope that is needed.
   */
  readonly who: 'anyone' | 'caller' | Scope
  /** What a refusal calls it. */
  readonly title: string
  readonly summary: string
  matches(path: string, method: string): boolean
  /** The route behind a path in traces: words of a path only where they are ours. */
  name(path: string, status: number): string
}

const pageFile = /^\/(?:assets\/[\w.-]+|favicon\.svg)?$/
const is = (wanted: string) => (path: string) => path === wanted
const below = (start: string) => (path: string) => path.startsWith(start)

const proxyRoute: ServedRoute = {
  path: "`/v1/*`, `/u/NAME/*` and every provider's own paths",
  method: 'any',
  door: 'proxy',
  who: 'write',
  title: 'The proxy',
  summary: 'Requests to providers; [the guide](../guides/proxy.md) lists them.',
  matches: isProxyPath,
  name: (path) => findWireRoute(path)?.template ?? (path.startsWith('/u/') ? '/u/*' : '/v1/*'),
}

/** Whatever leads nowhere counts as a page, and is told so once it was let in. */
const elsewhere: ServedRoute = {
  path: '`*`',
  method: 'any',
  door: 'page',
  who: 'caller',
  title: 'This page',
  summary: 'Nothing; 404.',
  matches: () => true,
  name: () => '/',
}

/** The first row that matches has the request. */
export const routeTable: readonly ServedRoute[] = [
  proxyRoute,
  {
    path: '`/`, `/assets/*`, `/favicon.svg`',
    method: 'GET',
    door: 'page',
    who: 'anyone',
    title: 'The dashboard',
    summary: 'The files of the dashboard, which hold nothing of the user.',
    // A browser cannot send a token with a first visit.
    matches: (path, method) => method === 'GET' && pageFile.test(path),
    name: () => '/',
  },
  {
    path: '`/rpc`',
    method: 'POST',
    door: 'rpc',
    who: 'caller',
    title: 'JSON-RPC',
    summary: 'JSON-RPC 2.0: the tools of [mcp.md](mcp.md).',
    matches: is('/rpc'),
    name: () => '/rpc',
  },
  {
    path: '`/mcp`',
    method: 'any',
    door: 'mcp',
    who: 'caller',
    title: 'MCP',
    summary: 'MCP over Streamable HTTP; `?profile=` chooses the tools.',
    matches: is('/mcp'),
    name: () => '/mcp',
  },
  {
    path: '`/mcp/SERVER`',
    method: 'any',
    door: 'mcp',
    who: 'write',
    title: 'The gateway',
    summary: 'One upstream MCP server with everything it offers.',
    matches: below('/mcp/'),
    name: () => '/mcp/*',
  },
  {
    path: '`/api/mcp-gateway/SERVER/rpc`',
    method: 'POST',
    door: 'gateway',
    who: 'write',
    title: 'The gateway',
    summary: 'JSON-RPC to one upstream, oversized strings of its answers shortened.',
    matches: below('/api/mcp-gateway/'),
    name: () => '/api/mcp-gateway/*/rpc',
  },
  {
    path: '`/api/events`',
    method: 'GET',
    door: 'api',
    who: 'read',
    title: 'events',
    summary: 'New rows of the ledger as server-sent events; `?after=SEQ` takes up where one was.',
    matches: is('/api/events'),
    name: () => '/api/events',
  },
  {
    path: '`/api/hook/AGENT`',
    method: 'POST',
    door: 'api',
    who: 'write',
    title: 'A hook',
    summary:
      'What an agent hands to its hook, answered in its own form; [the guide](../guides/hooks.md).',
    matches: below('/api/hook/'),
    name: () => '/api/hook/*',
  },
  {
    path: '`/api/OPERATION`',
    method: 'POST',
    door: 'api',
    who: 'caller',
    title: 'The API',
    summary: 'The operations below, each with its scope.',
    matches: below('/api/'),
    name: (path, status) => (status === 404 ? '/api/*' : path),
  },
  {
    path: '`/metrics`',
    method: 'GET',
    door: 'metrics',
    who: 'read',
    title: 'metrics',
    summary: 'The numbers of [metrics.md](metrics.md) for Prometheus.',
    matches: is('/metrics'),
    name: () => '/metrics',
  },
  {
    path: '`/health`',
    method: 'GET',
    door: 'health',
    who: 'caller',
    title: 'health',
    summary: 'Whether the daemon is well.',
    matches: is('/health'),
    name: () => '/health',
  },
  {
    path: '`/ready`',
    method: 'GET',
    door: 'ready',
    who: 'anyone',
    title: 'ready',
    summary:
      'Whether requests may be sent here: 503 once the daemon stops. Says whether a shared store answers; without it the proxy goes on.',
    matches: is('/ready'),
    name: () => '/ready',
  },
  elsewhere,
]

/** A request's path without its query, and the row it belongs to. */
export interface Routed {
  readonly path: string
  readonly route: ServedRoute
}

export function routeRequest({
  url = '/',
  method = 'GET',
}: {
  readonly url?: string | undefined
  readonly method?: string | undefined
}): Routed {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  return { path, route: routeTable.find((row) => row.matches(path, method)) ?? elsewhere }
}
