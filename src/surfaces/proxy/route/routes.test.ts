import { expect, test } from 'vitest'
import { isProxyPath, routeOf } from './routes.ts'

const route = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  routeOf({ method: 'POST', url, headers })

test.each([
  ['/v1/chat/completions', 'openai', '/chat/completions'],
  ['/v1/messages?beta=true', 'anthropic', '/messages?beta=true'],
  ['/v1/models', 'openai', '/models'],
  ['/v1beta/models?key=x', 'gemini', '/models?key=x'],
  [
    '/v1/projects/p/locations/us-east5/endpoints/e',
    'vertex',
    '/projects/p/locations/us-east5/endpoints/e',
  ],
  [
    '/openai/deployments/d/embeddings?api-version=1',
    'azure',
    '/openai/deployments/d/embeddings?api-version=1',
  ],
  ['/model/anthropic.claude/invoke', 'bedrock', '/model/anthropic.claude/invoke'],
  ['/model/m/converse-stream', 'bedrock', '/model/m/converse-stream'],
  ['/api/tags', 'ollama', '/api/tags'],
])('%s is for %s, as %s', (url, upstream, rest) => {
  expect(isProxyPath(url.split('?')[0] ?? '')).toBe(true)
  expect(route(url)).toMatchObject({ upstream, rest })
})

test.each([
  [{ 'anthropic-version': '2023-06-01' }, 'anthropic'],
  [{ 'x-goog-api-key': 'x' }, 'gemini'],
  [{ 'x-goog-api-key': 'x', authorization: 'Bearer y' }, 'openai'],
  [{}, 'openai'],
])('an unknown path under /v1 goes where the headers %o say: %s', (headers, upstream) => {
  expect(route('/v1/something', headers)).toMatchObject({ upstream, rest: '/something' })
})

test.each([
  ['/u/team/v1/chat/completions', '/chat/completions', 'openai-chat'],
  ['/u/team/v1/messages?beta=true', '/messages?beta=true', 'anthropic-messages'],
  ['/u/team/v1/models', '/models', undefined],
  ['/u/team/openai/deployments/d/x', '/openai/deployments/d/x', undefined],
])('%s is for the upstream called team', (url, rest, format) => {
  expect(isProxyPath(url.split('?')[0] ?? '')).toBe(true)
  expect(route(url)).toMatchObject({ name: 'team', rest })
  expect(route(url).format).toBe(format)
})

test.each(['/api/ledger.list', '/api/prune', '/mcp', '/rpc', '/', '/assets/x', '/health', '/u'])(
  '%s is no path of the proxy',
  (path) => {
    expect(isProxyPath(path)).toBe(false)
  },
)
