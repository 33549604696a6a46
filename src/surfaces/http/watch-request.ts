import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Meter } from '../../engine.ts'
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

/** The door a path leads to; whatever leads nowhere counts as a page. */
export function doorOf(path: string): Door {
  if (isProxyPath(path)) return 'proxy'
  return doors.find(([start]) => path.startsWith(start))?.[1] ?? 'page'
}

/** Counts a request when its answer has ended, or its client has left. */
export function watchRequest(
  meter: Meter,
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
): void {
  const startedAt = performance.now()
  const door = doorOf(url.split('?', 1)[0] ?? url)
  response.once('close', () => {
    const status = response.writableFinished ? String(response.statusCode) : 'cut'
    meter.count('tamis_requests_total', { door, status })
    meter.time('tamis_request_seconds', { door }, (performance.now() - startedAt) / 1000)
  })
}
