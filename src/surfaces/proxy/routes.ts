/** The wire formats whose conversations we understand. */
export type FormatName = 'openai-chat' | 'openai-responses' | 'anthropic-messages'

/** Which family of providers a request is meant for. */
export type UpstreamName = 'openai' | 'anthropic' | 'gemini'

/** What to do with a request. */
export interface Route {
  /** Absent: every byte is forwarded as it came. */
  readonly format?: FormatName
  readonly upstream: UpstreamName
  /** What follows the base URL, query included. */
  readonly rest: string
}

interface RouteRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly isAnthropic: boolean
}

const formats: Readonly<Record<string, FormatName>> = {
  '/chat/completions': 'openai-chat',
  '/responses': 'openai-responses',
  '/messages': 'anthropic-messages',
  '/messages/count_tokens': 'anthropic-messages',
}

/** Whether the proxy answers under this path. */
export function isProxyPath(path: string): boolean {
  return path.startsWith('/v1/') || path.startsWith('/v1beta/') || path === '/chat/completions'
}

/** Base URLs end in the version, as `https://api.openai.com/v1` does; the rest of the path follows. */
export function routeOf({ method, url, isAnthropic }: RouteRequest): Route {
  if (url.startsWith('/v1beta/')) return { upstream: 'gemini', rest: url.slice('/v1beta'.length) }
  const rest = url.startsWith('/v1/') ? url.slice('/v1'.length) : url
  const query = rest.indexOf('?')
  const format = formats[query === -1 ? rest : rest.slice(0, query)]
  const upstream = isAnthropic || format === 'anthropic-messages' ? 'anthropic' : 'openai'
  return { upstream, rest, ...(format && method === 'POST' ? { format } : {}) }
}
