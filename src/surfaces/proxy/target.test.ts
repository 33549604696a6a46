import { describe, expect, test } from 'vitest'
import { targetFinder, type UpstreamSettings } from './target.ts'

const settings: UpstreamSettings = {
  upstreams: {
    openai: 'https://api.example/team-a/v1',
    anthropic: 'https://messages.example/v1',
    gemini: 'https://gemini.example/v1beta',
  },
  apiKeys: { openai: 'key-of-openai' },
  allowedTargets: ['https://other.example', 'bare.example', '127.0.0.1:8080', 'api.example'],
}
const find = targetFinder(settings)
const bearer = ['authorization', 'Bearer key-of-openai']

describe('where a request goes, and with which key', () => {
  test('the configured address has the configured key', () => {
    expect(find(undefined, 'openai')).toEqual({
      origin: 'https://api.example',
      basePath: '/team-a/v1',
      keyHeader: bearer,
    })
    expect(find(undefined, 'anthropic').keyHeader).toBeUndefined()
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
    expect(find(header, 'openai').keyHeader).toEqual(keyHeader)
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
    expect(() => find(header, 'openai')).toThrow('which is not allowed')
  })
})
