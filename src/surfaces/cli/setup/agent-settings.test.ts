import { expect, test } from 'vitest'
import { agentSettings } from './agent-settings.ts'

const url = 'http://127.0.0.1:8006'

test('an agent finds the base URLs in its environment, and its own words as they were', () => {
  const { words, environment } = agentSettings('claude', ['-p', 'hi'], url)
  expect(words).toEqual(['-p', 'hi'])
  expect(environment).toMatchObject({
    OPENAI_BASE_URL: `${url}/v1`,
    ANTHROPIC_BASE_URL: url,
  })
})

test('Codex is told by a setting', () => {
  const { words } = agentSettings('/usr/bin/codex', ['exec', 'hi'], url)
  expect(words).toEqual(['-c', `openai_base_url="${url}/v1"`, 'exec', 'hi'])
})

test('opencode is told by its configuration', () => {
  const { environment } = agentSettings('opencode', [], url)
  const { provider } = JSON.parse(environment.OPENCODE_CONFIG_CONTENT ?? '')
  expect(provider.anthropic.options.baseURL).toBe(`${url}/v1`)
})
