import { describe, expect, test } from 'vitest'
import { conversationStage } from '../../../test/support/conversation-stage.ts'
import { inMemoryEntry } from '../../../test/support/in-memory-entry.ts'
import { digest } from '../../adapters/node/digest.ts'
import { type FormatName, wireFormat } from '../wire/wire-formats.ts'
import { storedIds } from './kept/stored-ids.ts'
import { resolvePolicy } from './policy.ts'
import { createSieve, type Sieved } from './sieve-request.ts'

function sieve(format: FormatName, body: object): Promise<Sieved> {
  const policy = resolvePolicy({ window_turns: 1, commit_every_turns: 1 })
  const run = createSieve({
    ...conversationStage(),
    originals: { keep: async () => undefined },
    digest,
    now: () => 0,
    policy: () => policy,
    ttlMs: 1000,
    stored: storedIds(1000, () => 0),
    ...inMemoryEntry(),
  })
  return run(wireFormat(format), JSON.stringify(body))
}

const long = 'a line of a file\n'.repeat(40)

describe('a request that asks Claude to think', () => {
  const messages = ['a', 'b', 'c'].flatMap((id) => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: long }] },
  ])

  test.each([
    { thinking: { type: 'enabled', budget_tokens: 1024 }, count: 0 },
    { thinking: { type: 'adaptive' }, count: 0 },
    { thinking: { type: 'disabled' }, count: 2 },
    { count: 2 },
  ])('$thinking.type: $count results are masked', async ({ count, ...fields }) => {
    expect((await sieve('anthropic-messages', { ...fields, messages })).masked).toHaveLength(count)
    expect((await sieve('anthropic-messages', { messages, ...fields })).masked).toHaveLength(count)
  })
})

describe('a request whose history lies with the provider', () => {
  const input = ['a', 'b', 'c'].flatMap((call_id) => [
    { type: 'function_call', call_id, name: 'read', arguments: '{}' },
    { type: 'function_call_output', call_id, output: long.repeat(100) },
  ])

  test.each([{ previous_response_id: 'resp_1' }, { conversation: 'conv_1' }])(
    'with %o it is sent unchanged',
    async (fields) => {
      const body = { input, ...fields }
      expect((await sieve('openai-responses', body)).body).toBe(JSON.stringify(body))
    },
  )

  test('without, or with none, it is not', async () => {
    const body = { input, previous_response_id: null }
    expect((await sieve('openai-responses', body)).body).not.toBe(JSON.stringify(body))
  })
})
