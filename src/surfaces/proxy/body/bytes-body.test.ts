import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversationStage } from '../../../../test/support/conversation-stage.ts'
import { inMemoryEntry } from '../../../../test/support/in-memory-entry.ts'
import { digest } from '../../../adapters/node/digest.ts'
import { storedIds } from '../../../core/mask/kept/stored-ids.ts'
import { resolvePolicy } from '../../../core/mask/policy.ts'
import { createSieve, type Sieve } from '../../../core/mask/sieve-request.ts'
import { openaiChat } from '../../../core/wire/openai-chat.ts'
import { bytesBody } from './bytes-body.ts'

const policy = resolvePolicy({ window_turns: 1, min_context_tokens: 0, commit_every_turns: 2 })

function newSieve(isEnabled: boolean): Sieve {
  return createSieve({
    ...conversationStage(),
    originals: { keep: async () => undefined },
    digest,
    now: () => 0,
    policy: () => ({ ...policy, enabled: isEnabled }),
    ttlMs: 1000,
    stored: storedIds(1000, () => 0),
    ...inMemoryEntry(),
  })
}

/** What follows the history: valid, and bytes that are not UTF-8. */
const ends = ['"}]}', '"}],"stream":true}', '\xff"}]}', '\xe2\x82"}]}']

test('a conversation as bytes gives what its text gives, in every request', async () => {
  const step = fc.record({
    content: fc.stringMatching(/^(?:[a-z]|é|€|😀|\n){1,40}$/),
    isOdd: fc.nat(5).map((n) => n === 0),
    end: fc.constantFrom(...ends),
  })
  const steps = fc.array(step, { minLength: 8, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (all, isOn) => {
      const ofText = newSieve(isOn)
      const ofBytes = newSieve(isOn)
      const first = `{"model":"m","messages":[{"role":"user","content":"${'é'.repeat(20_000)}"}`
      let history = Buffer.from(first)
      for (const [at, { content, isOdd, end }] of all.entries()) {
        const call = { name: 'bash', arguments: JSON.stringify({ command: content }) }
        const calls = [{ id: `c${at}`, type: 'function', function: call }]
        const printed = { role: 'tool', tool_call_id: `c${at}`, content: content.repeat(50) }
        const asked = { role: 'assistant', tool_calls: calls, content: 'ODD' }
        const more = Buffer.from(`,${JSON.stringify(asked)},${JSON.stringify(printed)}`)
        const odd = more.toString('latin1').replace('ODD', '\xff\xe2\x82')
        history = Buffer.concat([history, isOdd ? Buffer.from(odd, 'latin1') : more])
        const tail = Buffer.from(`,{"role":"user","content":"go on${end}`, 'latin1')
        const body = Buffer.concat([history, tail])
        const { parts: _, conversation: __, ...text } = await ofText(openaiChat, String(body))
        const sieved = await ofBytes(openaiChat, bytesBody(body, 0))
        const { parts: ___, conversation: ____, ...bytes } = sieved
        expect(bytes).toEqual(text)
      }
    }),
    { numRuns: 20 },
  )
})

test('only what follows a known beginning is made text', () => {
  const before = bytesBody(Buffer.from('a€'.repeat(10_000)), 0)
  const beginning = before.beginning('a€'.repeat(5000))
  const body = bytesBody(Buffer.from(`${'a€'.repeat(5000)}${'b'.repeat(20_000)}`), 0)
  expect(body.startsWith(beginning)).toBe(true)
  expect(body.after(beginning)).toBe('b'.repeat(20_000))
  expect(body.startsWith(body.beginning('bbb', beginning))).toBe(true)
  expect(before.startsWith(body.beginning('bbb', beginning))).toBe(false)
})

test('a beginning that is not UTF-8 is compared as text', () => {
  const odd = Buffer.concat([Buffer.from('ôa\xffb', 'latin1'), Buffer.from('é'.repeat(15_000))])
  const body = bytesBody(Buffer.concat([Buffer.from('€'), odd]), 0)
  const behind = body.beginning('€')
  const beginning = body.beginning('\ufffda\ufffdb', behind)
  expect([behind.kind, beginning.kind]).toEqual(['bytes', 'text'])
  expect(body.startsWith(beginning)).toBe(true)
  expect(body.after(beginning)).toBe('é'.repeat(15_000))
  expect(body.after(body.beginning('é', beginning))).toBe('é'.repeat(14_999))
})
