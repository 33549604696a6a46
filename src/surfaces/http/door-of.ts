import { isProxyPath } from '../proxy/routes.ts'

export type Door = 'proxy' | 'rpc' | 'mcp' | 'gateway' | 'api' | 'page' | 'metrics' | 'health'

const doors: readonly (readonly [start: string, door: Door])[] = [
  ['/rpc', 'rpc'],
  ['/mcp', 'mcp'],
  ['/api/mcp-gateway/', 'gateway'],
  ['/api/', 'api'],
  ['/metrics', 'metrics'],
  ['/health', 'health'],
]

/** What stands before the query. */
export function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

/** The door a path leads to; whatever leads nowhere counts as a page. */
export function doorOf(path: string): Door {
  if (isProxyPath(path)) return 'proxy'
  return doors.find(([start]) => path.startsWith(start))?.[1] ?? 'page'
}

const proxied = /^(?:\/v1)?\/(?:chat\/completions|responses|messages(?:\/count_tokens)?)$/

/** The route behind a path: its own words only where they are ours. */
export function routeName(door: Door, path: string, status: number): string {
  if (door === 'proxy') return proxied.test(path) ? path : '/v1/*'
  if (door === 'api') return status === 404 ? '/api/*' : path
  if (door === 'gateway') return '/api/mcp-gateway/*/rpc'
  return door === 'page' ? '/' : `/${door}`
}
