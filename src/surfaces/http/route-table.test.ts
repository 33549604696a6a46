import { expect, test } from 'vitest'
import { routeRequest } from './route-table.ts'

test.each([
  ['POST', '/v1/chat/completions', 'proxy', 'write', '/v1/chat/completions'],
  [
    'POST',
    '/v1beta/models/secret-model:generateContent',
    'proxy',
    'write',
    '/v1beta/models/{model}:generateContent',
  ],
  ['GET', '/v1/files/secret', 'proxy', 'write', '/v1/*'],
  ['POST', '/u/secret/v1/x', 'proxy', 'write', '/u/*'],
  ['POST', '/api/chat', 'proxy', 'write', undefined],
  ['GET', '/', 'page', 'anyone', '/'],
  ['GET', '/?x=1', 'page', 'anyone', '/'],
  ['GET', '/assets/index.js', 'page', 'anyone', '/'],
  ['POST', '/', 'page', 'caller', '/'],
  ['GET', '/assets/../secret', 'page', 'caller', '/'],
  ['POST', '/rpc', 'rpc', 'caller', '/rpc'],
  ['POST', '/rpcs', 'page', 'caller', '/'],
  ['POST', '/mcp?profile=all', 'mcp', 'caller', '/mcp'],
  ['POST', '/mcp/secret', 'mcp', 'write', '/mcp/*'],
  ['POST', '/api/mcp-gateway/secret/rpc', 'gateway', 'write', '/api/mcp-gateway/*/rpc'],
  ['GET', '/api/events?after=3', 'api', 'read', '/api/events'],
  ['POST', '/api/prune', 'api', 'caller', '/api/prune'],
  ['GET', '/metrics', 'metrics', 'read', '/metrics'],
  ['GET', '/health', 'health', 'caller', '/health'],
  ['GET', '/ready', 'ready', 'anyone', '/ready'],
  ['GET', '/secret', 'page', 'caller', '/'],
])('%s %s is for the door %s, and %s may', (method, url, door, who, name) => {
  const { path, route } = routeRequest({ method, url })
  expect(route).toMatchObject({ door, who })
  if (name !== undefined) expect(route.name(path, 200)).toBe(name)
  expect(route.name('/api/secret', 404)).not.toContain('secret')
})
