import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Visitor } from '../operations/visitor.ts'
import type { DaemonDeps } from './daemon.ts'
import { createApp } from './http/app.ts'
import { createHttpListener } from './http/listener.ts'
import { createMcpEndpoint } from './mcp/http.ts'
import { createProxy } from './proxy/proxy.ts'
import { isProxyPath } from './proxy/routes.ts'
import { createRpcHandler } from './rpc/handler.ts'

/** Every door; who comes through one was let in before. */
export interface Doors {
  handle(request: IncomingMessage, response: ServerResponse, visitor: Visitor): Promise<void>
  /** The files of the dashboard, which anyone may load. */
  page(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

export function createDoors(
  { log, version, settings, proxy: proxyConfig }: DaemonDeps,
  onFault: (error: unknown) => void,
  closing: AbortSignal,
): Doors {
  const { maxBodyBytes } = settings
  const mcp = createMcpEndpoint({ version, onFault }, maxBodyBytes)
  const rpc = createRpcHandler({ version, onFault }, maxBodyBytes)
  const api = createHttpListener(createApp({ log, maxBodyBytes, mcp: mcp.fetch, closing }))
  const proxy = createProxy(log, proxyConfig, settings)
  return {
    handle(request, response, visitor) {
      const path = pathOf(request)
      if (isProxyPath(path)) return proxy.handle(request, response, visitor)
      return path === '/rpc' ? rpc(request, response, visitor) : api(request, response, visitor)
    },
    page: (request, response) => api(request, response, undefined),
    async close() {
      await mcp.close()
      await proxy.close()
    },
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
