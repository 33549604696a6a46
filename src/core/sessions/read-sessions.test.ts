import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSessionFile } from './read-sessions.ts'
import { agentNames } from './session.ts'
import { sessionReaderContract } from './session-reader.contract.ts'

const fixtures = join(import.meta.dirname, '../../../test/fixtures/sessions')

describe.each(agentNames)('%s', (agent) => {
  const names = readdirSync(join(fixtures, agent)).toSorted()
  sessionReaderContract(
    agent,
    names.map((name) => ({ name, text: readFileSync(join(fixtures, agent, name), 'utf8') })),
  )
})

const lines = (...rows: readonly object[]): string =>
  rows.map((row) => JSON.stringify(row)).join('\n')

const said = (content: unknown) => ({
  type: 'user',
  sessionId: 's',
  timestamp: '2026-11-01T10:00:00Z',
  message: { role: 'user', content },
})

const replied = (id: string, content: unknown, more: object = {}) => ({
  type: 'assistant',
  sessionId: 's',
  timestamp: '2026-11-01T10:00:01Z',
  message: { role: 'assistant', id, model: 'claude-opus-5-5', content, usage: { input_tokens: 5 } },
  ...more,
})

test.each([
  { text: '', reason: 'empty' },
  { text: 'not a session', reason: 'not JSON' },
  { text: '{"a":1}', reason: 'no conversation that is understood' },
  { text: lines(said('hello')), reason: 'Claude Code saved no reply of a model in it' },
])('a file that cannot be read is named with its reason: $reason', ({ text, reason }) => {
  expect(readSessionFile({ name: 'x.jsonl', text })).toEqual({
    kind: 'unreadable',
    name: 'x.jsonl',
    reason,
  })
})

test('lines of one reply of Claude Code are one call, and the largest count of its output holds', () => {
  const text = lines(said('go'), replied('msg_1', [{ type: 'text', text: 'Let me look.' }]), {
    ...replied('msg_1', [{ type: 'tool_use', id: 't', name: 'Read', input: {} }]),
    message: {
      role: 'assistant',
      id: 'msg_1',
      model: 'claude-opus-5-5',
      content: [{ type: 'tool_use', id: 't', name: 'Read', input: {} }],
      usage: { input_tokens: 5, output_tokens: 9 },
    },
  })
  const reading = readSessionFile({ name: 'x', text })
  if (reading.kind !== 'read') throw new Error(reading.reason)
  const [session] = reading.sessions
  expect(session?.calls).toHaveLength(1)
  expect(session?.calls[0]?.usage?.outputTokens).toBe(9)
  expect(session?.items).toHaveLength(2)
})

test('what a sub-agent did inside a session of Claude Code is a session of its own', () => {
  const side = { isSidechain: true, agentId: 'a1' }
  const text = lines(
    said('go'),
    replied('msg_1', 'I ask another.'),
    { ...said('look'), ...side },
    replied('msg_2', 'Found it.', side),
    replied('msg_3', 'Done.'),
  )
  const reading = readSessionFile({ name: 'x', text })
  expect(reading.kind === 'read' && reading.sessions.map(({ calls }) => calls.length)).toEqual([
    2, 1,
  ])
})

test('after a compaction nothing before it is sent again', () => {
  const text = lines(
    said('go'),
    replied('msg_1', 'A long way.'),
    { type: 'system', subtype: 'compact_boundary', sessionId: 's' },
    said('The summary.'),
    replied('msg_2', 'On we go.'),
  )
  const reading = readSessionFile({ name: 'x', text })
  expect(reading.kind === 'read' && reading.sessions.map(({ items }) => items.length)).toEqual([
    2, 2,
  ])
})

test('a damaged line in the middle is counted, and the rest is read', () => {
  const text = `${lines(said('go'))}\n{"type":"us\n${lines(replied('msg_1', 'Done.'))}`
  expect(readSessionFile({ name: 'x', text })).toMatchObject({ kind: 'read', damagedLines: 1 })
})

test('a plain list of messages is read in whichever wire format it is', () => {
  const text = JSON.stringify({
    model: 'gpt-5',
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'hello' },
    ],
  })
  const reading = readSessionFile({ name: 'chat.json', text })
  expect(reading).toMatchObject({
    kind: 'read',
    sessions: [{ agent: undefined, format: 'openai-chat', calls: [{ at: 1, model: 'gpt-5' }] }],
  })
})
