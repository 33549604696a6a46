import { expect, test } from 'vitest'
import { sieveOver } from '../../../../../test/support/sieve-over.ts'
import { inMemorySentResults } from '../../../../adapters/in-memory/sent-results.ts'
import { wireFormat } from '../../../wire/wire-formats.ts'

const file = Array.from({ length: 60 }, (_, at) => `line ${at} of a file says this`).join('\n')
const call = (id: string, name: string, input: object, content: string) => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
]
const user = { role: 'user', content: 'Go.' }
const twice = [...call('a', 'read', { path: 'x' }, file), ...call('b', 'read', { path: 'y' }, file)]
const marker = '⟦TAMIS: lines 1-60 = 1-60 of read x above (a); whole text: tamis recover msk_1⟧'

async function shortened(messages: readonly object[], more: object = {}): Promise<number> {
  const { sieve } = sieveOver(inMemorySentResults())
  const body = JSON.stringify({
    model: 'claude-sonnet-4-5',
    messages: [user, ...messages],
    ...more,
  })
  return (await sieve(wireFormat('anthropic-messages'), body)).pruned.length
}

test('lines seen before are left out', async () => expect(await shortened(twice)).toBe(1))

test('not in a conversation whose model copied a marker into a call', async () => {
  const written = call('w', 'write', { path: 'x', content: marker }, 'Done.')
  expect(await shortened([...written, ...twice])).toBe(0)
})

test.each([
  ['clears tool results', { edits: [{ type: 'clear_tool_uses_20250919' }] }],
  ['compacts', { edits: [{ type: 'compact_20260112' }] }],
  ['compacts from a threshold on', { compact_threshold: 100_000 }],
])('not where the provider %s by itself', async (_, context_management) => {
  expect(await shortened(twice, { context_management })).toBe(0)
})

test('but where it clears thinking alone', async () => {
  const edits = [{ type: 'clear_thinking_20251015' }]
  expect(await shortened(twice, { context_management: { edits } })).toBe(1)
})

test('not behind what the provider has compacted', async () => {
  const compacted = { role: 'assistant', content: [{ type: 'compaction', content: 'So far.' }] }
  expect(await shortened([...twice.slice(0, 2), compacted, ...twice.slice(2)])).toBe(0)
})
