import { describe, expect, test } from 'vitest'
import { targetFinder, type UpstreamSettings } from './target.ts'

const settings: UpstreamSettings = {
  upstreams: {
    openai: { wire: 'openai', baseUrl: 'https://api.example/team-a/v1', apiKey: 'key-of-openai' },
    anthropic: { wire: 'anthropic', baseUrl: 'https://messages.example/v1' },
    work: { wire: 'azure', baseUrl: 'https://work.example', apiKey: 'key-of-work' },
    claude: { wire: 'anthropic', baseUrl: 'https://claude.example/v1', apiKey: 'key-of-claude' },
  },
  allowedTargets: ['https://other.example', 'bare.example', '127.0.0.1:8080', 'api.example'],
}
const finder = targetFinder(settings)
const openai = { upstream: 'openai', path: '/v1/chat/completions' } as const
const find = (header: string | undefined, route: Parameters<typeof finder>[1] = openai) =>
  finder(header, route)
const bearer = ['authorization', 'Bearer key-of-openai']

describe('where a request goes, and with which key', () => {
  test('the configured address has the configured key', () => {
    expect(find(undefined)).toEqual({
      origin: 'https://api.example',
      basePath: '/team-a/v1',
      keyHeader: bearer,
    })
    expect(find(undefined, { ...openai, upstream: 'anthropic' }).keyHeader).toBeUndefined()
  })

  test.each([
    { header: 'https://api.example/team-a/v1/', keyHeader: bearer },
    { header: 'https://api.example/team-b/v1', keyHeader: undefined },
    { header: 'https://api.example', keyHeader: undefined },
    { header: 'https://other.example/v1', keyHeader: undefined },
    { header: 'https://bare.example/v1', keyHeader: undefined },
    { header: 'http://127.0.0.1:8080/v1', keyHeader: undefined },
    { header: 'https://127.0.0.1:8080/v1', keyHeader: undefined },
  ])('$header gets $keyHeader', ({ header, keyHeader }) => {
    expect(find(header).keyHeader).toEqual(keyHeader)
  })

  test.each([
    'http://other.example/v1',
    'https://other.example:8443/v1',
    'http://bare.example/v1',
    'https://bare.example:444/v1',
    'http://127.0.0.1/v1',
    'http://127.0.0.1:8081/v1',
    'https://other.example.evil.example/v1',
    'http://api.example/team-a/v1',
  ])('%s is another place than the list allows', (header) => {
    expect(() => find(header)).toThrow('which is not allowed')
  })
})

describe('upstreams by name', () => {
  test.each([
    ['work', 'https://work.example', ['api-key', 'key-of-work']],
    ['claude', 'https://claude.example', ['x-api-key', 'key-of-claude']],
    ['chatgpt', 'https://chatgpt.com', undefined],
    ['openrouter', 'https://openrouter.ai', undefined],
  ])('%s is at %s', (name, origin, keyHeader) => {
    expect(find(undefined, { ...openai, name })).toMatchObject({ origin })
    expect(find(undefined, { ...openai, name }).keyHeader).toEqual(keyHeader)
  })

  test.each(['nobody', '__proto__', 'constructor'])('%s is the name of none', (name) => {
    expect(() => find(undefined, { ...openai, name })).toThrow(
      expect.objectContaining({ code: 'upstream_unknown' }),
    )
  })

  test('the first that speaks for a family has its paths', () => {
    const azure = { upstream: 'azure', path: '/openai/deployments/x/chat/completions' } as const
    expect(find(undefined, azure).origin).toBe('https://work.example')
  })

  test.each([
    ['ollama', '/api/chat', 'http://127.0.0.1:11434'],
    [
      'vertex',
      '/v1/projects/p/locations/us-east5/publishers/anthropic/models/m:rawPredict',
      'https://us-east5-aiplatform.googleapis.com',
    ],
    [
      'vertex',
      '/v1/projects/p/locations/global/publishers/anthropic/models/m:rawPredict',
      'https://aiplatform.googleapis.com',
    ],
  ] as const)('%s has a usual place for %s', (upstream, path, origin) => {
    expect(find(undefined, { upstream, path }).origin).toBe(origin)
  })

  test.each([
    ['vertex', '/v1/projects/p/locations/evil.example/models/m'],
    ['vertex', '/v1/projects/p/locations/evil.example%2f-a1/x'],
    ['bedrock', '/model/m/invoke'],
  ] as const)('%s at %s goes nowhere unless the configuration says where', (upstream, path) => {
    expect(() => find(undefined, { upstream, path })).toThrow(
      expect.objectContaining({ code: 'upstream_unknown' }),
    )
  })

  test('a login of ChatGPT goes there, unless OpenAI is configured to be elsewhere', () => {
    const login = { ...openai, login: 'chatgpt' }
    expect(find(undefined, login).origin).toBe('https://api.example')
    const usual = targetFinder({
      upstreams: { openai: { wire: 'openai', baseUrl: 'https://api.openai.com/v1' } },
      allowedTargets: [],
    })
    expect(usual(undefined, login)).toMatchObject({
      origin: 'https://chatgpt.com',
      basePath: '/backend-api/codex',
    })
    expect(usual(undefined, openai).origin).toBe('https://api.openai.com')
  })
})
