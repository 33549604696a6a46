import { expect, test } from 'vitest'
import { english } from '../../../core/text/say.ts'
import { replayPage } from './replay-page.ts'

const report = {
  sessions: 1,
  calls: 1,
  estimated_calls: 0,
  usd: 1,
  from: null,
  until: null,
  agents: [],
  models: [
    {
      model: '<script>alert("x")</script>',
      calls: 1,
      input_tokens: 10,
      cache_read_tokens: 5,
      output_tokens: 1,
      usd: 1,
      prices: 'page' as const,
    },
  ],
  spent: {
    cache_reads: 0.5,
    new_text: 0.5,
    lapsed_caches: 0,
    prefix_changes: 0,
    model_changes: 0,
    answers: 0,
  },
  carried: { definitions: 0, oversize_results: 0, oversize_from_tokens: 4000 },
  policies: [],
  recommendation: { policy: 'nothing', mode: 'off' as const, saved_usd: 0, command: '' },
  unreadable: [{ name: '<b>.jsonl', reason: 'not JSON' }],
  is_interrupted: false,
}

test('a name in a session file is text on the page, never markup', () => {
  const page = replayPage(report, english)
  expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
  expect(page).not.toMatch(/<script|<b>/)
  expect(page).toContain('&lt;b&gt;.jsonl was not read: not JSON')
})

test('the page loads nothing from anywhere', () => {
  expect(replayPage(report, english)).not.toMatch(/https?:|src=|@import|url\(/)
})
