import { expect, test } from 'vitest'
import { type SieveStage, sieveOver } from '../../../test/support/sieve-over.ts'
import { inMemorySentResults } from '../../adapters/in-memory/sent-results.ts'
import { EngineError } from '../../errors.ts'
import type { SentResults } from '../../ports/store/sent-results.ts'
import type { ServerEditTerms } from '../wire/wire.ts'
import { wireFormat } from '../wire/wire-formats.ts'
import type { RequestFacts } from './request/read-request.ts'
import type { Sieved } from './sieve-request.ts'

const terms: ServerEditTerms = {
  triggerTokens: 80_000,
  keepToolUses: 5,
  clearAtLeastTokens: 30_000,
  excludeTools: ['memory'],
}
const asked = {
  edits: [
    {
      type: 'clear_tool_uses_20250919',
      trigger: { type: 'input_tokens', value: 80_000 },
      keep: { type: 'tool_uses', value: 5 },
      clear_at_least: { type: 'input_tokens', value: 30_000 },
      exclude_tools: ['memory'],
    },
  ],
}

type Messages = readonly object[]
const file = Array.from({ length: 60 }, (_, at) => `line ${at} of a file says this`).join('\n')
const begun: Messages = [{ role: 'user', content: 'Why does it fail?' }]
const call = (id: string, path: string, thinking: object[] = []): Messages => [
  {
    role: 'assistant',
    content: [...thinking, { type: 'tool_use', id, name: 'read', input: { path } }],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: file }] },
]
const twice: Messages = [...begun, ...call('a', 'x'), ...call('b', 'y')]
const signed = [{ type: 'thinking', thinking: 'Hm.', signature: 's' }]

const editing = (store: SentResults): SieveStage => sieveOver(store, { serverEdits: terms })

function ask(
  { sieve }: SieveStage,
  messages: Messages,
  facts: RequestFacts = {},
  more: object = {},
): Promise<Sieved> {
  const body = JSON.stringify({ model: 'claude-sonnet-4-5', messages, ...more })
  return sieve(wireFormat('anthropic-messages'), body, facts)
}

const managed = ({ body }: Sieved): unknown => JSON.parse(body).context_management

test('a conversation asks for the same edits from its first request on', async () => {
  const store = inMemorySentResults()
  const first = await ask(editing(store), begun)
  expect(managed(first)).toEqual(asked)
  expect(first.serverEdits?.header.value).toBe('context-management-2025-06-27')
  expect(managed(await ask(editing(store), twice))).toEqual(asked)
})

test('whatever the settings say later, in another process', async () => {
  const store = inMemorySentResults()
  await ask(editing(store), begun)
  expect(managed(await ask(sieveOver(store), twice))).toEqual(asked)
  const others = sieveOver(store, { serverEdits: { ...terms, keepToolUses: 1 } })
  expect(managed(await ask(others, twice))).toEqual(asked)
})

test.each([
  ['that began without them', twice, {}],
  ['whose client asks for edits itself', begun, { context_management: { edits: [] } }],
  ['whose client asks for none', begun, { context_management: null }],
])('not in a conversation %s', async (_, messages, more) => {
  const stage = editing(inMemorySentResults())
  const sieved = await ask(stage, messages, {}, more)
  expect(sieved.serverEdits).toBeUndefined()
  expect(managed(sieved)).toEqual(Object.values(more)[0])
})

test('not beside edits that the client begins to ask for', async () => {
  const stage = editing(inMemorySentResults())
  await ask(stage, begun)
  const own = { edits: [{ type: 'clear_thinking_20251015' }] }
  expect(managed(await ask(stage, twice, {}, { context_management: own }))).toEqual(own)
})

test('not on wires that know no such field', async () => {
  const { sieve } = editing(inMemorySentResults())
  const body = JSON.stringify({ model: 'gpt-5', messages: begun })
  expect((await sieve(wireFormat('openai-chat'), body)).body).toBe(body)
})

test('results refer to no earlier ones, which the provider may have cleared', async () => {
  const stage = editing(inMemorySentResults())
  await ask(stage, begun)
  expect((await ask(stage, twice)).pruned).toEqual([])
  expect((await ask(sieveOver(inMemorySentResults()), twice)).pruned).toHaveLength(1)
})

test.each([
  { serverEdits: terms, masked: 0 },
  { serverEdits: undefined, masked: 2 },
])('$masked results are masked by us with $serverEdits.keepToolUses', async (row) => {
  const stage = sieveOver(inMemorySentResults(), { isEager: true, serverEdits: row.serverEdits })
  await ask(stage, begun)
  const long = [...begun, ...['a', 'b', 'c'].flatMap((id) => call(id, id).map(differing(id)))]
  expect((await ask(stage, long)).masked).toHaveLength(row.masked)
})

/** The same with words that stand nowhere else. */
function differing(word: string): (message: object) => object {
  return (message) => JSON.parse(JSON.stringify(message).replaceAll('of a file', `of ${word}`))
}

test('a branch asks for what the conversation asked for that it left', async () => {
  const stage = editing(inMemorySentResults())
  await ask(stage, begun)
  await ask(stage, twice)
  const branch = [...begun, ...call('a', 'x'), ...call('c', 'z'), ...call('d', 'z')]
  expect(managed(await ask(stage, branch))).toEqual(asked)
})

test.each([
  { name: 'without thinking', thinking: [], mode: 'repeat', isAsked: false },
  { name: 'with signed thinking', thinking: signed, mode: 'repeat', isAsked: true },
  { name: 'after a sieve that failed', thinking: [], mode: 'hold', isAsked: true },
] as const)('past us, $name: $isAsked', async ({ thinking, mode, isAsked }) => {
  const stage = editing(inMemorySentResults())
  await ask(stage, begun)
  const messages = [...begun, ...call('a', 'x', [...thinking])]
  expect(managed(await ask(stage, messages, { mode }))).toEqual(isAsked ? asked : undefined)
})

test('a first request past us asks for nothing, nor do those after it', async () => {
  const stage = editing(inMemorySentResults())
  expect(managed(await ask(stage, begun, { mode: 'repeat' }))).toBeUndefined()
  expect(managed(await ask(stage, twice))).toBeUndefined()
})

test('nothing is asked for that nobody could write down', async () => {
  const away = (): never => {
    throw new EngineError('store_unavailable', 'away')
  }
  const stage = editing({ ...inMemorySentResults(), keep: async () => away() })
  expect(managed(await ask(stage, begun))).toBeUndefined()
  expect(managed(await ask(stage, twice))).toBeUndefined()
})

test('a reset ends them', async () => {
  const store = inMemorySentResults()
  const stage = editing(store)
  const { conversation } = await ask(stage, begun)
  await ask(stage, twice)
  await stage.resets.ask(conversation.id)
  expect(managed(await ask(stage, twice))).toBeUndefined()
  expect(managed(await ask(editing(store), twice))).toBeUndefined()
})

test('the field stands at the end of a body of any form', async () => {
  const stage = editing(inMemorySentResults())
  const body = `${JSON.stringify({ messages: begun, model: 'claude-sonnet-4-5' }, null, 2)}\n`
  const { body: sent } = await stage.sieve(wireFormat('anthropic-messages'), body)
  expect(sent).toBe(body.replace(/\n\}\n$/, `\n,"context_management":${JSON.stringify(asked)}}\n`))
})
