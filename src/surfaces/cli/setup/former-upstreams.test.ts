import { expect, test } from 'vitest'
import { formerUpstreams } from './former-upstreams.ts'

const ours = ['http://127.0.0.1:8006']

test.each([
  { env: {}, keys: [] },
  { env: { OPENAI_BASE_URL: '' }, keys: [] },
  { env: { OPENAI_BASE_URL: 'http://127.0.0.1:8006/v1' }, keys: [] },
  { env: { ANTHROPIC_BASE_URL: 'http://localhost:8006' }, keys: [] },
  {
    env: { OPENAI_BASE_URL: 'https://a.example/v1/' },
    keys: [['proxy.upstreams.openai', 'https://a.example/v1']],
  },
  {
    env: { ANTHROPIC_BASE_URL: 'https://b.example', GOOGLE_GEMINI_BASE_URL: 'https://c.example' },
    keys: [
      ['proxy.upstreams.anthropic', 'https://b.example/v1'],
      ['proxy.upstreams.gemini', 'https://c.example/v1beta'],
    ],
  },
  { env: { OPENAI_BASE_URL: 'nonsense' }, keys: [['proxy.upstreams.openai', 'nonsense']] },
])('$env led to $keys', ({ env, keys }) => {
  expect(formerUpstreams(env, ours).map(({ key, url }) => [key, url])).toEqual(keys)
})
