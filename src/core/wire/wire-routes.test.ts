import { expect, test } from 'vitest'
import { findWireRoute } from './wire-routes.ts'

const vertex = '/projects/p-1/locations/us-east5/publishers'

test.each([
  ['/v1/chat/completions', 'openai-chat', 'openai', undefined],
  ['/chat/completions', 'openai-chat', 'openai', undefined],
  ['/openai/deployments/my-gpt/chat/completions', 'openai-chat', 'azure', 'my-gpt'],
  ['/openai/v1/chat/completions', 'openai-chat', 'azure', undefined],
  ['/v1beta/openai/chat/completions', 'openai-chat', 'gemini', undefined],
  ['/v1/responses', 'openai-responses', 'openai', undefined],
  ['/responses', 'openai-responses', 'openai', undefined],
  ['/openai/responses', 'openai-responses', 'azure', undefined],
  ['/v1/messages', 'anthropic-messages', 'anthropic', undefined],
  ['/messages', 'anthropic-messages', 'anthropic', undefined],
  ['/messages/count_tokens', 'anthropic-messages', 'anthropic', undefined],
  [
    `/v1${vertex}/anthropic/models/claude-opus-4-5@20251101:streamRawPredict`,
    'anthropic-messages',
    'vertex',
    'claude-opus-4-5@20251101',
  ],
  [
    `/v1${vertex}/google/models/gemini-2.5-pro:generateContent`,
    'gemini',
    'vertex',
    'gemini-2.5-pro',
  ],
  ['/v1/models/gemini-2.5-pro:countTokens', 'gemini', 'gemini', 'gemini-2.5-pro'],
])('%s', (path, format, upstream, model) => {
  const found = findWireRoute(path)
  expect(found).toMatchObject({ format, upstream })
  expect(found?.model).toBe(model)
})

test.each([
  '/v1/messages/batches',
  '/v1/chat/completions/x',
  '/v1/models/a/b:generateContent',
  '/v1beta/models/m:embedContent',
  `/v1${vertex}/anthropic/models/m:predict`,
])('%s is nobody’s', (path) => {
  expect(findWireRoute(path)).toBeUndefined()
})
